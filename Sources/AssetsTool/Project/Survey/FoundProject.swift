internal import Bundles
internal import Interchange
internal import Translations

/// A project for catalogs that were there before it.
struct FoundProject {
  private let project: String
  private let survey: CatalogSurvey

  /// - Parameters:
  ///   - folder: where the catalogs are, in the current directory or below.
  ///   - locales: a list, the source locale first; `nil` to find out.
  init(project: String, folder: String, locales: String?) throws {
    self.project = project
    let inside = try Self.relative(folder)
    let paths = FileTree.catalogs(in: [inside.isEmpty ? "." : inside]).map {
      $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0
    }
    guard !paths.isEmpty else {
      throw ToolError(
        .nothingMatched, "there is no catalog in \(folder)",
        help: "catalogs end in .xliff, .xlf, .yml or .yaml")
    }
    let source = try locales.map { try ProjectTemplate.tags($0) }?.first
    let files = paths.filter(Self.canBeCatalog).compactMap { try? SurveyFile(path: $0) }
    survey = CatalogSurvey(files, source: source)
    guard survey.sourceLocale != nil, !survey.groups.isEmpty else {
      throw ToolError(
        .nothingMatched, "no two files in \(folder) are one catalog in two languages",
        help: "a file's name or folder says its locale, such as de.yml or de/app.yml; "
          + "name the source locale with --locales if its files are missing")
    }
  }

  /// Whether the configuration can name such a file.
  private static func canBeCatalog(_ path: String) -> Bool {
    [".yml", ".yaml", ".xliff", ".xlf"].contains { path.lowercased().hasSuffix($0) }
  }

  /// A folder as the configuration names it: relative to the current directory, and in it.
  private static func relative(_ folder: String) throws -> String {
    guard let root = Platform.currentDirectory.flatMap({ Platform.realPath($0) }),
      let real = Platform.realPath(folder)
    else { throw ToolError(.unreadable, "there is no folder \(folder)") }
    if real == root { return "" }
    let prefix = root == "/" ? root : root + "/"
    guard real.hasPrefix(prefix) else {
      throw ToolError(
        .unreadable, "\(folder) is outside of the current directory",
        help: "go to the folder that the project shall be in; catalogs are below it")
    }
    return String(real.dropFirst(prefix.count))
  }

  var folders: [String] { ["Schemas"] }

  var files: [(path: String, text: String)] {
    [("assets.yml", configuration)] + EmbeddedSchemas.all.map { ("Schemas/\($0.name)", $0.text) }
  }

  private var configuration: String {
    let quoted = ProjectTemplate.quoted
    let locales = survey.locales.map { quoted($0.spelling) }.joined(separator: ", ")
    let source = survey.locales.first?.spelling ?? ""
    var lines = [
      "# yaml-language-server: $schema=Schemas/assets.schema.json", "version: 1",
      "project: \(quoted(project))",
      "sourceLocale: \(quoted(source))", "locales: [\(locales)]", "fallbackLocale: \(quoted(source))",
      "catalogs:",
    ]
    for group in survey.groups {
      lines.append("  - name: \(quoted(group.name))")
      if let path = group.source { lines.append("    source: \(quoted(path))") }
      lines.append("    target: \(quoted(group.target))")
      guard group.format == .xliff else { continue }
      if group.options.key != .id { lines.append("    key: \(group.options.key.rawValue)") }
      if group.options.scope != .file { lines.append("    scope: \(group.options.scope.rawValue)") }
    }
    lines += ["store: Bundles", "checks: { baseline: assets-baseline.json }", ""]
    return lines.joined(separator: "\n")
  }

  /// Says what was recognised, and what was not.
  func report(_ console: Console) {
    var table = TextTable(rightAligned: [2])
    table.append(["catalog", "files", "locales"])
    for group in survey.groups { table.append([group.name, group.target, "\(group.members.count)"]) }
    console.print(table)
    for file in survey.leftOut { console.note("left out  \(file.path): \(file.reason)".displayed) }
  }
}
