// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
]

/// The settings of what the command alone is made of: its own work stays on the thread that it began on, so that a short
/// command starts no other, which takes longer than many of them do.
let commandSettings = settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// A Swift target of this package: its folder, its only permitted dependencies, the common settings.
func target(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = settings
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: settings)
}

/// A C library that Debian and Homebrew provide.
func library(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

let package = Package(
  name: "assets",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "assets", targets: ["assets"]),
    .library(name: "SearchIndex", targets: ["SearchIndex"]),
    .library(name: "SearchIndexDynamic", type: .dynamic, targets: ["SearchIndex"]),
    .library(name: "SpotlightSearch", targets: ["SpotlightSearch"]),
  ],
  targets: [
    library("CLibXML2", "libxml-2.0", apt: "libxml2-dev", brew: "libxml2"),
    library("CLibYAML", "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
    library("CSQLite", "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    // Not linked: libcrypto is loaded when something is hashed first. Only its headers are needed to build.
    .target(name: "CCrypto"),

    target("Diagnostics"),
    target("Translations", ["Diagnostics"]),
    target("Interchange", ["Translations", "Diagnostics", "CLibXML2", "CLibYAML"]),
    target("TextAnalysis", ["Translations"]),
    target("Checks", ["Translations", "TextAnalysis", "Diagnostics"]),
    target("Bundles", ["Translations", "Diagnostics", "CCrypto"]),
    target("Publishing", ["Bundles", "Translations", "Diagnostics"]),
    target("SearchIndex", ["Bundles", "Translations", "TextAnalysis", "CSQLite"]),
    target("CoreSpotlightStub"),
    target("SpotlightSearch", ["SearchIndex", "Bundles", "Translations", "CoreSpotlightStub"]),
    target("ArgumentParsing", settings: commandSettings),
    target(
      "AssetsTool",
      [
        "ArgumentParsing", "Interchange", "Checks", "Publishing", "SearchIndex", "Bundles",
        "TextAnalysis", "Translations", "Diagnostics",
      ], settings: commandSettings),
    .executableTarget(name: "assets", dependencies: ["AssetsTool"], swiftSettings: commandSettings),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    tests("Diagnostics", ["Diagnostics"]),
    tests("Translations", ["Translations", "Diagnostics"]),
    tests("Interchange", ["Interchange", "Translations", "Diagnostics"]),
    tests("TextAnalysis", ["TextAnalysis", "Translations"]),
    tests("Checks", ["Checks", "Translations", "Diagnostics", "Interchange"]),
    tests("Bundles", ["Bundles", "Translations", "Diagnostics"]),
    tests("Publishing", ["Publishing", "Bundles", "Translations", "Diagnostics"]),
    tests("SearchIndex", ["SearchIndex", "Bundles", "Translations", "TextAnalysis"]),
    tests("SpotlightSearch", ["SpotlightSearch", "SearchIndex", "Bundles", "Translations"]),
    tests("ArgumentParsing", ["ArgumentParsing"]),
    tests(
      "AssetsTool",
      ["AssetsTool", "ArgumentParsing", "Bundles", "Interchange", "Translations", "Diagnostics"]),
    tests("Command", ["assets"]),
  ],
  swiftLanguageModes: [.v6]
)
