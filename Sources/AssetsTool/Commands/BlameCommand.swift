internal import ArgumentParsing
internal import Bundles
internal import Translations

struct BlameCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "blame", abstract: "Say which revisions made a value what it is.",
    discussion: """
      Newest first: revision, publisher, message, state and text, through renamed keys. As JSON \
      without texts, unless --text is given.

      Example:
        assets blame articles/focus-timer.title --locale ja
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("The message key, such as articles/a.title.", valueName: "key"))
  var key: String

  @Option(help: ArgumentHelp("Only this locale; default: all.", valueName: "locale"))
  var locale: String?

  @Flag(help: "Print the texts in JSON too.")
  var text = false

  @Option(help: "How to print the list.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    guard let messageKey = MessageKey(key) else {
      throw ToolError(
        .usage, "'\(key)' is not a message key",
        help: "write catalog/segment.segment, a backslash before a dot or slash that belongs to a segment")
    }
    let loader = try ProjectLoader(global)
    let access = StoreAccess(location: loader.location, configuration: try loader.configuration())
    let reader = try access.requiredReader()
    let known = try reader.snapshot().ledger.locales.map(\.locale)
    let tags = try locale.map { [try IndexOptions.locale($0)] } ?? known
    guard let first = tags.first, tags.count > 1 || known.contains(first) else {
      throw ToolError(.nothingMatched, "the store has no locale '\(locale ?? "")'")
    }
    var found: [(locale: LanguageTag, steps: [KeyBlame.Step])] = []
    for tag in tags {
      let steps = try KeyBlame(messageKey, in: tag, of: reader).steps
      if !steps.isEmpty { found.append((tag, steps)) }
    }
    guard !found.isEmpty else {
      throw ToolError(
        .nothingMatched, "no revision has a value of '\(key)'\(locale.map { " in '\($0)'" } ?? "")",
        help: "`assets show head:LOCALE` lists the keys of a locale")
    }
    switch format {
    case .json: console.write(json(found).bytes + [0x0A])
    case .text:
      for (index, (tag, steps)) in found.enumerated() {
        if tags.count > 1 {
          if index > 0 { console.print() }
          console.print(console.style.bold("\(tag)"))
        }
        console.print(table(steps))
      }
    }
    return .done
  }

  private func table(_ steps: [KeyBlame.Step]) -> TextTable {
    var table = TextTable()
    for step in steps {
      let what =
        switch step.change {
        case .removed: "(removed)"
        case .moved: "(was \(step.movedFrom?.description ?? ""))"
        default: step.value?.message.description ?? ""
        }
      table.append([
        "r\(step.head.revision)", String(step.head.publishedAt.prefix(10)), step.head.publisher,
        step.value?.state.name ?? "-", what, step.head.title,
      ])
    }
    return table
  }

  private func json(_ found: [(locale: LanguageTag, steps: [KeyBlame.Step])]) -> CanonicalJSON {
    let entries = found.flatMap { tag, steps in
      steps.map { step -> CanonicalJSON in
        [
          "locale": .string(tag.description), "revision": .integer(step.head.revision),
          "kind": .string(step.head.kind.rawValue), "change": .string(step.change.rawValue),
          "key": .string(step.key.description), "movedFrom": CanonicalJSON(step.movedFrom?.description),
          "publisher": .string(step.head.publisher), "message": .string(step.head.message),
          "publishedAt": .string(step.head.publishedAt), "value": step.value?.json(withText: text) ?? .null,
        ]
      }
    }
    return ["schema": "assets.blame/1", "key": .string(key), "entries": .array(entries)]
  }
}
