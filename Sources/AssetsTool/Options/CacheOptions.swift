internal import ArgumentParsing

/// Whether what an earlier run found in the same files may be used.
struct CacheOptions: ParsableArguments {
  @Flag(help: "Read every file, also those that did not change since the last run.")
  var noCache = false

  /// In CI, file stamps come from a checkout and say nothing: digests are compared instead.
  var hashesAll: Bool { Platform.environment("CI") == "true" }
}
