internal import Bundles
internal import Interchange
internal import Translations

extension WorkingEdits {
  /// Gives values of a YAML catalog entries in its side file where their state or what they were made against does
  /// not follow from the value alone, and takes away the entries of the others.
  func editStates(
    beside catalog: String, _ locale: LanguageTag, _ values: [Value], _ prepared: inout Prepared
  ) throws {
    let path = StateFile.path(beside: catalog, locale: locale)
    // Two catalogs may lie in one folder; the second adds to what the first made.
    let pending = prepared.files.lastIndex { $0.path == path }
    let bytes = try pending.map { prepared.files[$0].bytes } ?? ProjectFiles(project.location).read(path)
    var file = StateFile(locale: locale)
    if let bytes {
      let parsed = try StateFile.read(BytesSource(bytes), path: path, expected: locale)
      guard let value = parsed.value else {
        prepared.refusals += parsed.diagnostics
        return
      }
      file = value
    }
    let before = file
    for value in values { file.entries[value.key] = entry(value) }
    guard file != before else { return }
    if let pending {
      prepared.files[pending].bytes = file.bytes
    } else {
      prepared.files.append(File(path: path, bytes: file.bytes))
    }
  }

  /// `nil` for a value that is as it would be without an entry: translated, and made against today's source, which
  /// is what a new text is. A text that stays needs the entry to stand against another source than before.
  private func entry(_ value: Value) -> StateFile.Entry? {
    guard let message = value.message else { return nil }
    let state = value.state ?? .translated
    let today = project.message(value.key, in: project.configuration.sourceLocale).map {
      Fingerprint.value($0)
    }
    let stays = value.stays ?? (message.plainText == project.message(value.key, in: value.locale)?.plainText)
    if state == .translated, value.sourceDigest == nil || (value.sourceDigest == today && !stays) {
      return nil
    }
    // A code becomes its text in YAML.
    return StateFile.Entry(
      state: state, source: value.sourceDigest?.hex, value: Fingerprint.value(Message(message.plainText)).hex)
  }
}
