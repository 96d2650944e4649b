internal import Translations

/// Keys that get another name where they stand.
extension YAMLEditing {
  mutating func renaming(_ renamings: [YAMLCatalogEditor.Renaming]) throws -> [UInt8] {
    var edits = ByteEdits()
    for renaming in renamings where renaming.path.last != renaming.name {
      let node = try named(renaming)
      if layout == .messageList, syntax.nodes[node].parent >= 0, renaming.path.count == 1,
        let id = syntax.nodes[syntax.nodes[node].parent].children.first(where: {
          syntax.name($0)?.elementsEqual("id".utf8) == true
        })
      {
        try replaceValue(id, with: Array(renaming.name.utf8), in: &edits)
        continue
      }
      let value = syntax.nodes[node]
      guard !value.key.isEmpty, value.name != nil, bytes[value.key.lowerBound] != 0x26,
        bytes[value.key.lowerBound] != 0x21
      else {
        throw refusal("the place of an item, an alias or a tagged key is no name", at: value.bytes.lowerBound)
      }
      edits.replace(
        value.key,
        with: YAMLScalarWriter.key(
          Array(renaming.name.utf8), like: value.keyStyle, inFlow: value.isInFlowMap(syntax)))
    }
    guard let result = edits.applied(to: bytes) else { throw refusal("two edits meet in one place") }
    return result
  }

  private mutating func named(_ renaming: YAMLCatalogEditor.Renaming) throws -> Int {
    let segments = renaming.path.map { Array($0.utf8) }
    let printed = MessageKey.printed(path: renaming.path.map(\.string))
    var new = segments
    new[new.count - 1] = Array(renaming.name.utf8)
    if case .node = try place(of: new) {
      throw refusal("the new name is taken", key: printed)
    }
    guard case .node(let found) = try place(of: segments) else {
      throw refusal("there is no such key", key: printed)
    }
    // The locale below the key is found, the key is wanted.
    return layout == .localeLeaves ? syntax.nodes[found].parent : found
  }
}

extension YAMLSyntax.Node {
  /// Whether the map that a node is an entry of is written with braces.
  func isInFlowMap(_ syntax: YAMLSyntax) -> Bool { parent >= 0 && syntax.nodes[parent].isFlow }
}
