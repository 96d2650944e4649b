// swift-tools-version: 6.2

import PackageDescription

// An app that links the indexer and nothing else of the package; INDEX_PRODUCT=SearchIndexDynamic links it as a
// dynamic library.
let package = Package(
  name: "IndexConsumer",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "assets", path: "../../..")],
  targets: [
    .executableTarget(
      name: "IndexConsumer",
      dependencies: [
        .product(name: Context.environment["INDEX_PRODUCT"] ?? "SearchIndex", package: "assets")
      ]),
    // The program of Docs/AppleIntegration.md, which `check.sh` takes out of the page.
    .executableTarget(
      name: "SpotlightConsumer", dependencies: [.product(name: "SpotlightSearch", package: "assets")]),
  ],
  swiftLanguageModes: [.v6]
)
