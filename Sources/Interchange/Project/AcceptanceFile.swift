package import Diagnostics
package import Translations

/// What can be wrong with `assets-accepted.yml`.
package enum AcceptanceFileRules {
  package static let form = Rule(
    "RB-ACCEPTANCE-FORM", .error, "the file of accepted rollbacks is not in the form that assets writes",
    cause: "it was edited by hand, or a merge went wrong", bad: "accepted: yes",
    good:
      "accepted:\n  - { rule: RB-VALUE, locale: ja, key: articles/a.title, digest: …, reason: …, by: …, at: … }"
  )

  package static let all = [form]
}

/// `assets-accepted.yml`: decisions that are waiting for the publish that uses them.
package struct AcceptanceFile: Sendable {
  package struct Entry: Hashable, Sendable {
    package var rule: String
    package var locale: LanguageTag?
    package var key: ExactString?
    /// 32 hexadecimal digits.
    package var digest: String
    package var reason: String
    package var by: String
    package var at: String

    package init(
      rule: String, locale: LanguageTag?, key: ExactString?, digest: String, reason: String, by: String,
      at: String
    ) {
      self.rule = rule
      self.locale = locale
      self.key = key
      self.digest = digest
      self.reason = reason
      self.by = by
      self.at = at
    }
  }

  package var entries: [Entry]

  package init(entries: [Entry]) { self.entries = entries }

  /// Reads the file.
  /// - Throws: what the source throws.
  package static func read(_ source: any ByteSource, path: String) throws -> Parsed<AcceptanceFile?> {
    let (root, early) = try YAMLTreeReader.read(source, path: path, limits: .standard)
    let form = AcceptanceFileRules.form
    var decoder = NodeDecoder(
      path: path, rules: .init(unknownField: form, missingField: form, type: form, value: form),
      diagnostics: early)
    guard let root else {
      return Parsed(early.isEmpty ? AcceptanceFile(entries: []) : nil, diagnostics: early)
    }
    var entries: [Entry] = []
    if decoder.isMap(root, "the file", fields: ["accepted"], required: ["accepted"]) {
      for item in decoder.items(root["accepted"], "accepted") {
        let fields = ["rule", "locale", "key", "digest", "reason", "by", "at"]
        guard
          decoder.isMap(
            item, "a decision", fields: fields, required: ["rule", "digest", "reason", "by", "at"]),
          let rule = decoder.name(item["rule"], "rule"), let digest = decoder.name(item["digest"], "digest"),
          let reason = decoder.name(item["reason"], "reason"), let by = decoder.name(item["by"], "by"),
          let at = decoder.name(item["at"], "at")
        else { continue }
        let locale = item["locale"].flatMap { decoder.locale($0, "locale") }
        let key = decoder.text(item["key"], "key").map { ExactString($0) }
        entries.append(
          Entry(rule: rule, locale: locale, key: key, digest: digest, reason: reason, by: by, at: at))
      }
    }
    let diagnostics = decoder.diagnostics.inFileOrder
    return Parsed(decoder.hasErrors ? nil : AcceptanceFile(entries: entries), diagnostics: diagnostics)
  }

  /// The bytes of the file; every text quoted.
  package var bytes: [UInt8] {
    var text =
      "# Rollbacks that are intended, each bound to an exact state; the publish that uses one removes it.\n"
    text += entries.isEmpty ? "accepted: []\n" : "accepted:\n"
    for entry in entries {
      var fields = [("rule", entry.rule)]
      if let locale = entry.locale { fields.append(("locale", locale.description)) }
      if let key = entry.key { fields.append(("key", key.string)) }
      fields += [("digest", entry.digest), ("reason", entry.reason), ("by", entry.by), ("at", entry.at)]
      for (index, field) in fields.enumerated() {
        text += "\(index == 0 ? "  - " : "    ")\(field.0): \(Self.quoted(field.1))\n"
      }
    }
    return Array(text.utf8)
  }

  /// A double-quoted YAML scalar on one line.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.isControlOrBidirectionalFormatting:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
