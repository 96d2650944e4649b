package import Bundles
import Translations

/// `assets.lock`: what was published last, committed beside the catalogs.
///
/// One member a line, so that two branches that both published conflict in git instead of merging.
package struct LockDocument: Hashable, Sendable {
  package var lineage: String
  package var head: Head.Link
  package var locales: [Head.LocaleRow]

  package init(_ head: Head) {
    lineage = head.lineage
    self.head = head.link
    locales = head.locales
  }

  private static let schema = "assets.lock/1"

  package var bytes: [UInt8] {
    let rows = locales.map { row in
      "    \(CanonicalJSON.string(row.locale.description).text): \(row.json.text)"
    }
    let text = """
      {
        "schema": "\(Self.schema)",
        "lineage": \(CanonicalJSON.string(lineage).text),
        "revision": \(head.revision),
        "head": "\(head.head)",
        "locales": {
      \(rows.joined(separator: ",\n"))
        }
      }

      """
    return Array(text.utf8)
  }

  /// Reads a lock.
  /// - Throws: `BundleError` for anything but what `bytes` writes; a merge conflict is named as such.
  package init(_ bytes: [UInt8]) throws(BundleError) {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.contains("<<<<<<<") || text.contains(">>>>>>>") {
      throw BundleError(.damaged, "assets.lock holds a merge conflict: two branches published")
    }
    let lines = text.split(separator: "\n")
    guard lines.count >= 8, let lineage = Self.text(lines[2], "lineage"),
      let revision = Self.value(lines[3], "revision").flatMap({ Int($0) }),
      let head = Self.text(lines[4], "head").flatMap({ Digest(hex: $0) })
    else { throw BundleError(.damaged, "assets.lock is not in the form that assets writes") }
    self.lineage = lineage
    self.head = Head.Link(revision: revision, head: head)
    let body = lines[6..<(lines.count - 2)].map { line in
      line.drop { $0 == " " }.replacing(": {", with: ":{")
    }
    guard let json = try? CanonicalJSON(canonical: Array("{\(body.joined())}".utf8)) else {
      throw BundleError(.damaged, "assets.lock has locale rows in another form")
    }
    locales = (json.members ?? []).compactMap { Head.LocaleRow($0.name, $0.value) }
    guard self.bytes == bytes else {
      throw BundleError(.damaged, "assets.lock is not in the form that assets writes")
    }
  }

  private static func value(_ line: Substring, _ name: String) -> Substring? {
    let start = "  \"\(name)\": "
    guard line.hasPrefix(start), line.hasSuffix(",") else { return nil }
    return line.dropFirst(start.count).dropLast()
  }

  private static func text(_ line: Substring, _ name: String) -> String? {
    value(line, name).flatMap { try? CanonicalJSON(canonical: Array($0.utf8)).string }
  }
}
