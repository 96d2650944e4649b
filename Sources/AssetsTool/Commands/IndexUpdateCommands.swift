internal import ArgumentParsing
internal import Bundles
internal import SearchIndex
internal import Translations

/// Whose items are indexed besides everybody's.
struct AccountOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Index what only this account may find, too; another one's goes.", valueName: "name"))
  var account: String?

  @Flag(help: "Index nobody's own items any more.")
  var noAccount = false

  mutating func validate() throws {
    if account != nil, noAccount {
      throw ValidationError("'--account' and '--no-account' exclude each other")
    }
    if account == "" { throw ValidationError("'--account' needs a name") }
  }

  /// `nil` to leave it as it is; in it, `nil` for nobody.
  var selection: (name: ExactString?, Void)? {
    if let account { return (ExactString(account), ()) }
    return noAccount ? (nil, ()) : nil
  }
}

struct IndexApplyCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Bring the index to the head: write exactly what changed.",
    discussion: """
      Without an index, builds one, in the source locale or in the one given. A store that is \
      older than what was indexed, or another one, is refused (exit 3) and the index kept.

      Example:
        assets index apply
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Option(help: ArgumentHelp("Read this bundle file instead of the store.", valueName: "file"))
  var bundle: String?

  @OptionGroup var trust: TrustOptions

  @Option(
    help: ArgumentHelp(
      "The locale of an index that is built; default: the source locale.", valueName: "locale"))
  var locale: String?

  @OptionGroup var owner: AccountOptions

  @Option(help: "How to print what was done.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let work = try IndexWork(global, index, bundle: bundle, trust: trust)
    let selection = try locale.map { try work.selection($0) } ?? .current
    let indexer = try work.indexer(for: format)
    let revisions = work.revisions
    if let indexed = try await work.indexedLocale(of: indexer, wanted: locale), let locale {
      guard try LanguageTag.lookup([IndexOptions.locale(locale)], among: [indexed]) != nil else {
        throw ToolError(
          .unreadable, "the index is in '\(indexed)', not in '\(locale)'",
          help: "switch it with `assets index switch \(locale)`")
      }
    }
    let account = owner.selection
    return try await work.report(format, console) {
      let report = try await indexer.apply(revisions.source(), locale: selection)
      guard let account else { return report }
      let change = try await indexer.setAccount(account.name, from: revisions.source())
      return report.followed(by: change)
    }
  }
}

struct IndexRebuildCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "rebuild", abstract: "Build the index again from nothing.",
    discussion: """
      Example:
        assets index rebuild --locale ja
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Option(help: ArgumentHelp("Read this bundle file instead of the store.", valueName: "file"))
  var bundle: String?

  @OptionGroup var trust: TrustOptions

  @Option(
    help: ArgumentHelp(
      "The locale; default: the one indexed now, else the source locale.", valueName: "locale"))
  var locale: String?

  @Option(help: "How to print what was done.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let work = try IndexWork(global, index, bundle: bundle, trust: trust)
    let selection = try locale.map { try work.selection($0) } ?? .current
    let indexer = try work.indexer(for: format)
    let revisions = work.revisions
    return try await work.report(format, console) {
      try await indexer.rebuild(from: revisions.source(), locale: selection)
    }
  }
}

struct IndexSwitchCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "switch", abstract: "Change the language of the index.",
    discussion: """
      The new language is built beside the old one and takes its place in one step.

      Example:
        assets index switch ja
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Option(help: ArgumentHelp("Read this bundle file instead of the store.", valueName: "file"))
  var bundle: String?

  @OptionGroup var trust: TrustOptions

  @Argument(
    help: ArgumentHelp("A declared locale, or one that finds one: zh-TW finds zh-Hant.", valueName: "locale"))
  var locale: String

  @Option(help: "How to print what was done.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let work = try IndexWork(global, index, bundle: bundle, trust: trust)
    let selection = try work.selection(locale)
    let indexer = try work.indexer(for: format)
    let revisions = work.revisions
    return try await work.report(format, console) {
      try await indexer.switchLocale(to: selection, from: revisions.source())
    }
  }
}
