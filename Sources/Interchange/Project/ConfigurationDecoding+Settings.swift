internal import Diagnostics
internal import Translations

extension ConfigurationDecoding {
  /// A path that stays inside the project.
  /// - Parameter allowsLocale: whether `{locale}` has to be in it; else it may not be.
  mutating func path(_ node: YAMLNode?, _ name: String, allowsLocale: Bool) -> String? {
    guard let node, let path = decoder.name(node, name) else { return nil }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let problem: (String, String)? =
      if path.hasPrefix("/") || path.hasPrefix("~") {
        ("\(name) is an absolute path", "write it relative to the folder of this file")
      } else if path.contains("\\") {
        ("\(name) has a backslash", "separate folders with /")
      } else if parts.contains("..") {
        ("\(name) leaves the project", "keep the files below the folder of this file")
      } else if parts.contains("") {
        ("\(name) has an empty folder name", "remove the extra slash")
      } else if allowsLocale != path.contains("{locale}") {
        allowsLocale
          ? ("\(name) has no {locale}", "put {locale} where the locale's name stands")
          : ("\(name) has a {locale}", "name one file")
      } else {
        nil
      }
    if let problem {
      decoder.report(ConfigurationRules.path, problem.0, at: node.start, help: problem.1)
      return nil
    }
    return parts.filter { $0 != "." }.joined(separator: "/")
  }

  mutating func state(_ node: YAMLNode?) -> TranslationState? {
    decoder.choice(
      node, "state", of: TranslationState.allCases.filter { $0 != .absent }.map { ($0.name, $0) })
  }

  mutating func readKeywords(_ node: YAMLNode) -> ProjectConfiguration.Keywords? {
    guard decoder.isMap(node, "keywords", fields: ["path", "maxTerms", "appStoreBytes"], required: ["path"])
    else { return nil }
    let maxTerms = decoder.count(node["maxTerms"], "maxTerms")
    let appStoreBytes = decoder.count(node["appStoreBytes"], "appStoreBytes")
    guard let path = path(node["path"], "path", allowsLocale: true) else { return nil }
    return ProjectConfiguration.Keywords(
      path: path, maxTerms: maxTerms ?? 12, appStoreBytes: appStoreBytes,
      location: node.start.location(in: decoder.path))
  }

  mutating func readPublishing(_ node: YAMLNode?) -> ProjectConfiguration.Publishing {
    var publishing = ProjectConfiguration.Publishing(minimumState: .translated, trustedKeys: [])
    guard let node, decoder.isMap(node, "publish", fields: ["minimumState", "trustedKeys"]) else {
      return publishing
    }
    publishing.minimumState = state(node["minimumState"]) ?? .translated
    for item in decoder.items(node["trustedKeys"], "trustedKeys") {
      guard let key = decoder.text(item, "trusted key") else { continue }
      let digits = key.utf8.dropFirst(8)
      let isKey =
        key.hasPrefix("ed25519:") && digits.count == 64
        && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      if isKey {
        publishing.trustedKeys.append(key)
      } else {
        decoder.reportValue(
          "expected a public key, `ed25519:` and 64 hexadecimal digits", at: item.start,
          help: "print it with `assets key show FILE`")
      }
    }
    return publishing
  }

  mutating func readImporting(_ node: YAMLNode?) -> ProjectConfiguration.Importing {
    var importing = ProjectConfiguration.Importing(onConflict: .fail, minimumState: .translated)
    guard let node, decoder.isMap(node, "import", fields: ["onConflict", "minimumState"]) else {
      return importing
    }
    importing.onConflict =
      decoder.choice(node["onConflict"], "onConflict", of: ProjectConfiguration.ConflictPolicy.self) ?? .fail
    importing.minimumState = state(node["minimumState"]) ?? .translated
    return importing
  }

  mutating func readChecks(_ node: YAMLNode?) -> ProjectConfiguration.Checks {
    var checks = ProjectConfiguration.Checks(failOn: .error, rules: [:], suppressions: [])
    guard let node, decoder.isMap(node, "checks", fields: ["failOn", "rules", "baseline", "suppress"]) else {
      return checks
    }
    checks.failOn = decoder.choice(node["failOn"], "failOn", of: Severity.self) ?? .error
    checks.baseline = path(node["baseline"], "baseline", allowsLocale: false)
    for entry in decoder.entries(node["rules"], "rules") {
      let isSettable = isSettable(entry.key, at: entry.keyMark)
      let level = decoder.choice(entry.value, "level", of: ProjectConfiguration.RuleLevel.self)
      if isSettable { checks.rules[entry.key] = level }
    }
    for item in decoder.items(node["suppress"], "suppress") {
      if let suppression = readSuppression(item) { checks.suppressions.append(suppression) }
    }
    return checks
  }

  private mutating func readSuppression(_ node: YAMLNode) -> ProjectConfiguration.Suppression? {
    let isComplete = decoder.isMap(
      node, "a suppression", fields: ["rule", "key", "locale", "reason"], required: ["rule", "key", "reason"])
    let locale = declaredLocale(node["locale"], "locale")
    guard isComplete, let ruleNode = node["rule"], let rule = decoder.text(ruleNode, "rule"),
      let key = decoder.text(node["key"], "key"), let reason = decoder.text(node["reason"], "reason"),
      isSettable(rule, at: ruleNode.start)
    else { return nil }
    return ProjectConfiguration.Suppression(
      rule: rule, key: ExactString(key), locale: locale, reason: reason,
      location: node.start.location(in: decoder.path))
  }

  /// Whether a rule exists and may be set; reports why not.
  private mutating func isSettable(_ id: String, at mark: YAMLMark) -> Bool {
    if id.hasPrefix("RB-") || id.hasPrefix("RV-") {
      decoder.report(
        ConfigurationRules.historyRule, "rule `\(NodeDecoder.shown(id))` cannot be changed or suppressed",
        at: mark,
        help: "accept the finding with `assets accept`")
      return false
    }
    let isWellFormed = id.utf8.allSatisfy {
      (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
    }
    if isWellFormed, knownRules.isEmpty || knownRules.contains(where: { $0.id == id }) { return true }
    decoder.report(
      ConfigurationRules.unknownRule, "unknown rule `\(NodeDecoder.shown(id))`", at: mark,
      help: nearestName(to: id, in: knownRules.map(\.id)).map { "did you mean `\($0)`?" }
        ?? "`assets explain` lists the rules")
    return false
  }

  mutating func readLegacyIdentifiers(_ node: YAMLNode?) -> [String] {
    var templates: [String] = []
    for item in decoder.items(node, "legacyIdentifiers") {
      guard let template = decoder.name(item, "a legacy identifier") else { continue }
      let rest = template.split(separator: "{contentID}", omittingEmptySubsequences: false)
        .joined().split(separator: "{locale}", omittingEmptySubsequences: false).joined()
      if !template.contains("{contentID}") || rest.contains("{") || rest.contains("}") {
        decoder.reportValue(
          "a legacy identifier has {contentID}, perhaps {locale}, and no other braces", at: item.start)
      } else {
        templates.append(template)
      }
    }
    return templates
  }
}
