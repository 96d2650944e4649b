internal import ArgumentParsing
internal import Bundles
internal import Interchange
internal import Publishing
internal import Translations

struct KeywordsListCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the keyword sets and how they stand.",
    discussion: """
      A set is in force, unreviewed (in force, signed by nobody), pending (edited since it was \
      approved, or only proposed: what was published last stays), or withdrawn.

      Example:
        assets keywords list --locale ja
      """)

  @OptionGroup var global: GlobalOptions

  @Option(help: ArgumentHelp("Only this locale.", valueName: "locale"))
  var locale: String?

  @Option(help: "How to print the list.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let project = try await ProjectLoader(global).load()
    let keywords = try KeywordSelection(project, locale: locale)
    if format == .json {
      let json: CanonicalJSON = [
        "schema": "assets.keywords/1",
        "locales": .object(
          keywords.locales.map { locale in
            .init(locale.description, .array((project.keywords[locale] ?? []).map(\.json)))
          }),
      ]
      console.write(json.bytes + [0x0A])
    } else {
      var table = TextTable()
      for locale in keywords.locales {
        for set in project.keywords[locale] ?? [] {
          table.append([
            locale.description, set.key.string, KeywordTree.standing(set).name,
            set.terms.map(\.text.string).joined(separator: ", "),
          ])
        }
      }
      console.print(table)
    }
    return project.isComplete ? .done : .unreadable
  }
}

/// The locales a keyword command is about.
struct KeywordSelection {
  let locales: [LanguageTag]

  /// - Throws: `ToolError`, if the project has no keywords, or not in that locale.
  init(_ project: LoadedProject, locale: String?) throws(ToolError) {
    guard let keywords = project.configuration.keywords else {
      throw ToolError(
        .nothingMatched, "the project has no keyword files",
        help: "add `keywords: { path: \"keywords/{locale}.yml\" }` to \(project.location.configuration)")
    }
    guard let locale else {
      locales = project.configuration.locales.filter { project.keywords[$0] != nil }
      return
    }
    guard let tag = LanguageTag(locale), project.configuration.locales.contains(tag) else {
      throw ToolError(
        .nothingMatched, "locale '\(locale)' is not declared",
        help: "declared are \(project.configuration.locales.map(\.description).joined(separator: ", "))")
    }
    guard project.keywords[tag] != nil else {
      throw ToolError(
        .nothingMatched, "there is no keyword file \(project.configuration.path(keywords.path, for: tag))")
    }
    locales = [tag]
  }
}

extension KeywordTree.Standing {
  fileprivate var name: String {
    switch self {
    case .inForce: "in force"
    case .unreviewed: "unreviewed"
    case .pending: "pending"
    case .withdrawn: "withdrawn"
    }
  }
}

extension KeywordSet {
  fileprivate var json: CanonicalJSON {
    [
      "key": .string(key.string), "state": .string(state.rawValue),
      "standing": .string(KeywordTree.standing(self).name),
      "terms": .array(
        terms.map {
          [
            "text": .string($0.text.string), "kind": .string($0.kind.rawValue),
            "loanword": .boolean($0.isLoanword),
          ]
        }),
      "reviewed": review.map {
        [
          "by": .string($0.by), "at": .string($0.at), "digest": .string($0.digest),
          "source": .string($0.source),
        ]
      }
        ?? .null,
    ]
  }
}
