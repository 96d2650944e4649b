internal import Translations

/// Texts in the style of those around them.
extension TextPlaces {
  /// A text as a scalar in the style of another one, if that style can hold it.
  func spelled(_ text: String, like node: YAMLNode?) -> [UInt8] {
    // Characters that a person cannot see are written as escapes, whatever the style.
    guard let node, node.text != nil,
      !text.unicodeScalars.contains(where: \.isControlOrBidirectionalFormatting)
    else { return YAMLText.scalar(text) }
    let old = bytes[offset(node.start)..<max(offset(node.start), offset(node.end))]
    let style: YAMLEventReader.Style
    switch old.first {
    case 0x22: style = .doubleQuoted
    case 0x27: style = .singleQuoted
    case nil, 0x21, 0x26, 0x2A, 0x3E, 0x7C: return YAMLText.scalar(text)
    default: style = .plain
    }
    let written = YAMLScalarWriter.value(
      Array(text.utf8), like: .init(style: style, plain: old.contains(0x0A) ? nil : old), inFlow: node.isFlow,
      indentation: 2)
    guard case .inline(let scalar) = written else { return YAMLText.scalar(text) }
    return scalar
  }
}
