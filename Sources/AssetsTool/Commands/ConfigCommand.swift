internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Interchange

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show and check the configuration.",
    discussion: """
      Examples:
        assets config show
        assets config schema > Schemas/assets.schema.json
      """,
    subcommands: [ConfigShowCommand.self, ConfigValidateCommand.self, ConfigSchemaCommand.self])
}

struct ConfigShowCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print every setting as it is in force, and where it comes from.",
    discussion: """
      The fallbacks of a locale are the whole chain, also where it comes about by itself.

      Example:
        assets config show
      """)

  @OptionGroup var global: GlobalOptions

  @Option(help: "How to print the settings.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let loader = try ProjectLoader(global)
    let configuration = try loader.configuration()
    let name = loader.location.configuration
    let places = try ConfigurationPlaces(loader.open(name), path: name)
    let effective = EffectiveSettings(configuration, places)
    switch format {
    case .json: console.write(effective.json.bytes + [0x0A])
    case .text:
      var table = TextTable()
      for setting in effective.settings {
        let place = setting.place.map { "\(SourceLocation(path: $0.path, line: $0.line))" }
        table.append([setting.name, place ?? "default", setting.value ?? "none"])
      }
      console.print(table)
    }
    return .done
  }
}

struct ConfigValidateCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check the configuration alone.",
    discussion: """
      Reads no other file. Exits 2 if the configuration has an error, as every command does.

      Example:
        assets config validate
      """)

  @OptionGroup var global: GlobalOptions

  func execute(_ console: Console) async throws -> ExitStatus {
    let loader = try ProjectLoader(global)
    let configuration = try loader.configuration()
    console.print(
      "\(console.style.green("valid"))  \(loader.location.configuration.displayed): "
        + "\(counted(configuration.locales.count, "locale")), "
        + counted(configuration.catalogs.count, "catalog"))
    return .done
  }
}

struct ConfigSchemaCommand: Command {
  /// The files that people write.
  enum File: String, CaseIterable, ExpressibleByArgument {
    case assets
    case content
    case keywords
  }

  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a file that people write.",
    discussion: """
      For editors that complete and check YAML by a schema. `assets init` writes all of them.

      Examples:
        assets config schema
        assets config schema keywords > Schemas/keywords.schema.json
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("assets.yml, the content map or a keyword file.", valueName: "file"))
  var file: File = .assets

  func execute(_ console: Console) async throws -> ExitStatus {
    let name = "\(file.rawValue).schema.json"
    guard let schema = EmbeddedSchemas.all.first(where: { $0.name == name }) else {
      throw ToolError(.internalError, "the schema \(name) is not in this program")
    }
    console.write(Array(schema.text.utf8))
    return .done
  }
}
