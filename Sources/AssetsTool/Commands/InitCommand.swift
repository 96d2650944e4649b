internal import ArgumentParsing
internal import Bundles
internal import Translations

struct InitCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a configuration and a first catalog to start from.",
    discussion: """
      Writes assets.yml, one catalog, keyword files, a content map with a single content ID, and \
      the JSON Schemas that an editor checks them by. Nothing that exists is overwritten.

      With --from, looks for catalogs that are there already and writes a configuration for them; \
      the first of --locales is then the source locale, if it is given.

      With --ci github also a workflow that checks each pull request; in a project that exists \
      already, nothing but that.

      Examples:
        assets init --project harbor --locales en,ja,ar
        assets init --from config/locales
        assets init --ci github
      """)

  @OptionGroup var global: GlobalOptions

  @Option(help: ArgumentHelp("The project's name; default: the directory's.", valueName: "name"))
  var project: String?

  @Option(help: ArgumentHelp("The locales, the source locale first.", valueName: "tags"))
  var locales: String?

  @Option(help: ArgumentHelp("Use the catalogs in this folder.", valueName: "folder"))
  var from: String?

  @Option(help: "Also write a workflow that checks pull requests.")
  var ci: ContinuousIntegration?

  func execute(_ console: Console) async throws -> ExitStatus {
    guard global.config == nil else {
      throw ToolError(.usage, "'--config' makes no sense here; use -C to choose the directory")
    }
    guard let root = Platform.currentDirectory else {
      throw ToolError(.unreadable, "the current directory does not exist any more")
    }
    // A tag that is none is wrong whatever is here already.
    if let locales { _ = try ProjectTemplate.tags(locales) }
    let name = project ?? String(root.split(separator: "/").last ?? "project")
    let files = LocalFileSystem()
    guard (try? files.status("\(root)/assets.yml")) == nil else {
      if ci != nil {
        try writeWorkflow(root, console)
        return .done
      }
      throw ToolError(
        .unreadable, "there is an assets.yml here already",
        help: "edit it; `assets check` says what is missing")
    }
    if let from {
      let found = try FoundProject(project: name, folder: from, locales: locales)
      try write(found.files, folders: found.folders, in: root, console)
      found.report(console)
      console.note("Next:  assets status")
      return .done
    }
    let template = try ProjectTemplate(project: name, locales: locales ?? "en")
    try write(template.files, folders: template.folders, in: root, console)
    console.note("Next:  assets check")
    return .done
  }

  private func write(
    _ texts: [(path: String, text: String)], folders: [String], in root: String, _ console: Console
  ) throws {
    let files = LocalFileSystem()
    for folder in folders { try files.createDirectory("\(root)/\(folder)") }
    for (path, text) in texts {
      let absolute = "\(root)/\(path)"
      if (try? files.status(absolute)) != nil {
        console.print("kept     \(path)")
        continue
      }
      try files.write(Array(text.utf8), toNew: absolute)
      console.print("created  \(path)")
    }
    if ci != nil { try writeWorkflow(root, console) }
  }

  private func writeWorkflow(_ root: String, _ console: Console) throws {
    let files = LocalFileSystem()
    let repository = RepositoryFolder(containing: root)
    let workflow = WorkflowTemplate(prefix: repository?.prefix ?? "")
    // From the repository's root, where such files have to be.
    let top = repository?.root ?? root
    for folder in [".github", ".github/workflows"] { try files.createDirectory("\(top)/\(folder)") }
    // A repository may hold several projects, each with a workflow of its own.
    for name in workflow.names {
      let path = "\(WorkflowTemplate.folder)/\(name).yml"
      guard (try? files.status("\(top)/\(path)")) != nil else {
        try files.write(Array(workflow.text(name: name).utf8), toNew: "\(top)/\(path)")
        console.print("created  \(path)")
        break
      }
      let present = String(decoding: try files.read("\(top)/\(path)", limit: 1 << 24), as: UTF8.self)
      if workflow.isOfSameProject(present) {
        console.print("kept     \(path)")
        break
      }
    }
    if repository == nil {
      console.note("this is not in a git repository; the workflow belongs into the root of one")
    }
  }
}

/// Where pull requests can be checked.
enum ContinuousIntegration: String, CaseIterable, ExpressibleByArgument {
  case github
}

/// The files of a new project.
struct ProjectTemplate {
  private let project: String
  private let source: LanguageTag
  private let locales: [LanguageTag]

  init(project: String, locales: String) throws(ToolError) {
    let tags = try Self.tags(locales)
    guard let first = tags.first else { throw ToolError(.usage, "'--locales' needs at least one tag") }
    source = first
    self.locales = tags
    self.project = project
  }

  /// The tags of a list, each once.
  static func tags(_ list: String) throws(ToolError) -> [LanguageTag] {
    var tags: [LanguageTag] = []
    for text in list.split(whereSeparator: { $0 == "," || $0 == " " }) {
      guard let tag = LanguageTag(text) else {
        throw ToolError(
          .usage, "'\(text)' is not a BCP 47 language tag", help: "write for example en,pt-BR,zh-Hans")
      }
      if !tags.contains(tag) { tags.append(tag) }
    }
    return tags
  }

  var folders: [String] { ["Catalogs", "Catalogs/articles", "Catalogs/keywords", "Schemas"] }

  var files: [(path: String, text: String)] {
    var files = [("assets.yml", configuration)]
    for locale in locales { files.append(("Catalogs/articles/\(locale).yml", catalog(locale))) }
    for locale in locales { files.append(("Catalogs/keywords/\(locale).yml", keywords(locale))) }
    files.append(("Catalogs/content.yml", content))
    for schema in EmbeddedSchemas.all { files.append(("Schemas/\(schema.name)", schema.text)) }
    return files
  }

  private var configuration: String {
    """
    # yaml-language-server: $schema=Schemas/assets.schema.json
    version: 1
    project: \(Self.quoted(project))
    sourceLocale: \(Self.quoted(source.description))
    locales: [\(locales.map { Self.quoted($0.description) }.joined(separator: ", "))]
    fallbackLocale: \(Self.quoted(source.description))
    catalogs:
      - name: articles
        source: Catalogs/articles/\(source).yml
        target: Catalogs/articles/{locale}.yml
    content: Catalogs/content.yml
    keywords: { path: "Catalogs/keywords/{locale}.yml", maxTerms: 12 }
    store: Bundles
    checks: { baseline: assets-baseline.json }

    """
  }

  private func catalog(_ locale: LanguageTag) -> String {
    guard locale == source else {
      return "# Translate the texts of \(source).yml here.\n\(Self.quoted(locale.description)):\n"
        + "  welcome:\n    title: ~\n    description: ~\n"
    }
    return """
      \(Self.quoted(locale.description)):
        welcome:
          title: Welcome
          description: What this app can do for you.

      """
  }

  private func keywords(_ locale: LanguageTag) -> String {
    """
    # yaml-language-server: $schema=../../Schemas/keywords.schema.json
    # What people type to find this, in their own words; not a translation of another language's list.
    locale: \(Self.quoted(locale.description))
    keywords: {}

    """
  }

  private var content: String {
    """
    # yaml-language-server: $schema=../Schemas/content.schema.json
    content:
      - contentID: article:welcome
        domain: articles
        route: \(Self.quoted("app://articles/welcome"))
        titleKey: articles/welcome.title
        descriptionKey: articles/welcome.description

    """
  }

  /// A plain YAML scalar where every reader sees the same text, else a quoted one: `no` is a boolean to some.
  static func quoted(_ text: String) -> String {
    let isPlain =
      text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D }
      && !["no", "yes", "on", "off", "y", "n", "true", "false", "null"].contains(text.lowercased())
    if isPlain { return text }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
