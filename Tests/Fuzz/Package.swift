// swift-tools-version: 6.2

import PackageDescription

/// The readers and editors of the package above, built with coverage and AddressSanitizer, and a driver for them.
///
/// It is a package of its own so that neither its flags nor libFuzzer touch the product; the links in `Sources`
/// make it one package with what it tests, so that nothing has to be public for it.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"]),
]

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  targets: [
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0"),
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1"),
    .target(name: "CFuzzer"),
    .target(name: "Diagnostics", swiftSettings: settings),
    .target(name: "Translations", dependencies: ["Diagnostics"], swiftSettings: settings),
    .target(
      name: "Interchange", dependencies: ["Translations", "Diagnostics", "CLibXML2", "CLibYAML"],
      swiftSettings: settings),
    .target(name: "TestSupport", swiftSettings: settings),
    .executableTarget(
      name: "Fuzz", dependencies: ["Interchange", "Translations", "Diagnostics", "TestSupport", "CFuzzer"],
      swiftSettings: settings, linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
  ],
  swiftLanguageModes: [.v6]
)
