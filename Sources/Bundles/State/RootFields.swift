import Translations

/// The fields of a root node, read with the same words for whatever is wrong.
struct RootFields {
  private let fields: [CanonicalJSON]

  init(_ json: CanonicalJSON, count: Int) throws(BundleError) {
    guard let fields = json.array, fields.count == count else {
      throw BundleError(.damaged, "expected an array of \(count) fields in a root node")
    }
    self.fields = fields
  }

  init(_ bytes: [UInt8], schema: String, count: Int) throws(BundleError) {
    let json: CanonicalJSON
    do { json = try CanonicalJSON(canonical: bytes) } catch {
      throw BundleError(.damaged, "root node: \(error)")
    }
    guard let found = json.array?.first?.string else {
      throw BundleError(.damaged, "root node without a schema")
    }
    guard found == schema else {
      throw BundleError(.unsupported, "expected the schema \(schema), found \(found)")
    }
    try self.init(json, count: count)
  }

  subscript(index: Int) -> CanonicalJSON { fields[index] }

  func array(_ index: Int) throws(BundleError) -> [CanonicalJSON] {
    guard let array = fields[index].array else { throw damaged(index, "an array") }
    return array
  }

  func text(_ index: Int) throws(BundleError) -> String {
    guard let text = fields[index].string else { throw damaged(index, "text") }
    return text
  }

  func integer(_ index: Int) throws(BundleError) -> Int {
    guard let value = fields[index].integer else { throw damaged(index, "an integer") }
    return value
  }

  func tag(_ index: Int) throws(BundleError) -> LanguageTag {
    guard let tag = LanguageTag(try text(index)) else { throw damaged(index, "a language tag") }
    return tag
  }

  func tags(_ index: Int) throws(BundleError) -> [LanguageTag] {
    try array(index).map { (json) throws(BundleError) in
      guard let tag = json.string.flatMap({ LanguageTag($0) }) else { throw damaged(index, "language tags") }
      return tag
    }
  }

  func state(_ index: Int) throws(BundleError) -> TranslationState {
    guard let state = TranslationState(name: try text(index)) else { throw damaged(index, "a state") }
    return state
  }

  func tree(_ index: Int) throws(BundleError) -> TreeRoot {
    guard let pair = fields[index].array, pair.count == 2, let count = pair[1].integer,
      let address = pair[0].string.flatMap({ Digest(hex: $0) })
    else { throw damaged(index, "the root of a tree") }
    return TreeRoot(address: address, count: count)
  }

  private func damaged(_ index: Int, _ what: String) -> BundleError {
    BundleError(.damaged, "expected \(what) in field \(index) of a root node")
  }
}

extension TreeRoot {
  var json: CanonicalJSON { [CanonicalJSON(address), .integer(count)] }
}
