/// A fragment identifier of XLIFF 2: `#f=f1/u=u1/n=n1` (XLIFF 2.1, 3).
struct XLIFF2Fragment {
  struct Problem: Error {
    var message: String
    var help: String
  }

  /// The prefix of the last part, empty if it has none.
  var leafPrefix: [UInt8] = []
  var leaf: [UInt8] = []
  var unit: [UInt8]?
  /// Whether it names a file, group or unit.
  var hasContainer = false

  /// What may stand before an equals sign, in the order of the levels; the rest are leaves.
  private static let containers = ["f", "g", "u"]
  /// `n`, `d` and `t` are notes, data and inline elements of the target; the others belong to modules and to
  /// extensions that have registered theirs.
  private static let leaves = [
    "n", "d", "t", "gls", "mtc", "mda", "res", "ctr", "slr", "val", "fs", "its", "itsm", "pgs", "tbx",
  ]

  /// - Parameter text: what follows the number sign.
  static func parse(_ text: some Collection<UInt8>) -> Result<XLIFF2Fragment, Problem> {
    var rest = Array(text)[...]
    if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
    let parts = rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var fragment = XLIFF2Fragment()
    var level = -1
    for (number, part) in parts.enumerated() {
      let isLast = number == parts.count - 1
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      let prefix = equals.map { Array(part[..<$0]) } ?? []
      let id = Array(equals.map { part[($0 + 1)...] } ?? part)
      guard isToken(id), equals == nil || isToken(prefix) else {
        return .failure(
          Problem(
            message: "a part of the fragment identifier is no name token",
            help: "write prefix=id, with a slash between two parts"))
      }
      let word = String(decoding: prefix, as: UTF8.self)
      if let place = containers.firstIndex(of: word) {
        guard place > level else {
          return .failure(
            Problem(
              message: "the file, group and unit of a fragment identifier are repeated or out of order",
              help: "write the file first, then the group, then the unit"))
        }
        level = place
        fragment.hasContainer = true
        if word == "u" { fragment.unit = id }
        continue
      }
      guard isLast else {
        return .failure(
          Problem(
            message: "a fragment identifier goes on after what it names",
            help: "end it with one note, data, code or element of a module"))
      }
      guard equals == nil || leaves.contains(word) else {
        return .failure(
          Problem(
            message: "the prefix of a fragment identifier is not known",
            help: "n is a note, d original data, t a code of the target; modules have their own"))
      }
      fragment.leafPrefix = prefix
      fragment.leaf = id
    }
    return .success(fragment)
  }

  private static func isToken(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        byte >= 0x80 || (0x30...0x3A).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
      }
  }
}
