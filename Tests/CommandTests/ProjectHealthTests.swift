import Foundation
import TestSupport
import Testing

/// `doctor`, `config` and `completions` as a user types them.
@Suite struct ProjectHealthTests {
  private let sample: SampleProject

  init() throws { sample = try SampleProject() }

  private func doctor() throws -> (code: Int32, lines: [String]) {
    let run = try sample.assets("doctor")
    return (run.code, run.output.split(separator: "\n").map(String.init))
  }

  private func line(_ topic: String, _ lines: [String]) -> String? {
    lines.first { $0.dropFirst(7).hasPrefix(topic) }
  }

  @Test func aSoundProjectIsWell() throws {
    var (code, lines) = try doctor()
    #expect(code == 0 && lines.count == 5, "\(lines)")
    #expect(line("files", lines)?.contains("12 files, 357 units") == true)
    #expect(line("store", lines)?.contains("nothing was published yet") == true)
    #expect(line("git", lines)?.hasPrefix(" warn") == true)
    #expect(try sample.assets("publish").code == 0)
    #expect(try sample.assets.shell("git init -q . && git add -A . && git add -f assets.lock").code == 0)
    (code, lines) = try doctor()
    #expect(code == 0 && lines.allSatisfy { $0.hasPrefix(" ok") } && lines.count == 6, "\(lines)")
    #expect(line("store", lines)?.contains("r1 verified") == true)
    let json = try sample.assets("doctor", "--format", "json").output
    #expect(json.hasPrefix(#"{"lines":[{"fix":null,"level":"ok","#) && json.contains(#""exit":0"#))
    #expect(!FileManager.default.fileExists(atPath: sample.path + "/.assets/index.db"))
  }

  @Test func aBrokenConfigurationIsNamedWithItsLine() throws {
    try sample.replace("sourceLocale: en", with: "sourceLocal: en", in: "assets.yml")
    let (code, lines) = try doctor()
    #expect(code == 2 && lines.count == 2)
    #expect(lines[0].hasPrefix(" fail  config") && lines[0].contains("(line 2)"), "\(lines)")
    #expect(lines[1].contains("fix: see them all with `assets config validate`"))
    let validated = try sample.assets("config", "validate")
    #expect(validated.code == 2 && validated.error.contains("did you mean `sourceLocale`?"))
    #expect(try sample.assets("config", "show").code == 2)
  }

  @Test func noProjectIsNamed() throws {
    let empty = ToolRunner(in: sample.folder.path)
    let run = try empty("doctor")
    #expect(run.code == 2 && run.output.contains("there is no assets.yml in"))
  }

  @Test func filesThatCannotBeReadAreNamedAndTheRestIsLookedAt() throws {
    #expect(try sample.assets("publish").code == 0)
    try sample.write("de:\n\ttitle: x\n", to: "articles/de.yml")
    let (code, lines) = try doctor()
    #expect(code == 2)
    #expect(line("files", lines)?.contains("articles/de.yml cannot be read") == true, "\(lines)")
    #expect(line("files", lines)?.contains("(line 2)") == true)
    #expect(line("store", lines)?.hasPrefix(" ok") == true)
  }

  @Test func errorsOfTheChecksAreCounted() throws {
    try sample.replace(
      "titleKey: articles/focus-timer.title", with: "titleKey: articles/x", in: "content.yml")
    let (code, lines) = try doctor()
    #expect(code == 1 && line("files", lines)?.contains("1 error") == true, "\(lines)")
  }

  @Test func theStoreAndTheLockAreCompared() throws {
    #expect(try sample.assets("publish").code == 0)
    let lock = try sample.read("assets.lock")
    try sample.replace("Set up Harbor in five minutes", with: "Set up Harbor", in: "articles/en.yml")
    #expect(try sample.assets("publish").code == 0)
    let newer = try sample.read("assets.lock")
    try sample.write(lock, to: "assets.lock")
    var (code, lines) = try doctor()
    #expect(code == 0 && line("lock", lines)?.contains("names r1, the head is r2") == true, "\(lines)")
    try FileManager.default.removeItem(atPath: "\(sample.path)/assets.lock")
    (code, lines) = try doctor()
    #expect(code == 0 && line("lock", lines)?.hasPrefix(" warn") == true, "\(lines)")
    try sample.write(newer.replacing("\"revision\": 2", with: "\"revision\": 3"), to: "assets.lock")
    (code, lines) = try doctor()
    #expect(
      code == 4 && line("lock", lines)?.contains("names r3, the store's head is r2") == true, "\(lines)")
    try sample.write(newer, to: "assets.lock")
    _ = try sample.assets.shell("mv Bundles away")
    (code, lines) = try doctor()
    #expect(code == 4 && line("store", lines)?.contains("RB-RESTORED") == true, "\(lines)")
    _ = try sample.assets.shell("mv away Bundles; printf x >> \"$(ls -S Bundles/packs/* | head -1)\"")
    _ = try sample.assets.shell("for f in Bundles/heads/2-*; do printf x >> $f; done")
    (code, lines) = try doctor()
    #expect(code == 2 && line("store", lines)?.hasPrefix(" fail") == true, "\(lines)")
  }

  @Test func aShallowCloneAndAnUncommittedLockAreNamed() throws {
    #expect(try sample.assets("publish").code == 0)
    let git = "git -c user.name=a -c user.email=a@b -c commit.gpgsign=false"
    let made = try sample.assets.shell(
      "git init -q . && git add -A . && git rm -q --cached assets.lock && \(git) commit -qm one"
        + " && touch x && git add x && \(git) commit -qm two && git clone -q --depth 1 file://$PWD ../shallow"
    )
    #expect(made.code == 0, "\(made.error)")
    let (code, lines) = try doctor()
    #expect(code == 0 && line("git", lines)?.contains("assets.lock is not committed") == true, "\(lines)")
    let shallow = try ToolRunner(in: sample.folder.path + "/shallow")("doctor")
    #expect(shallow.output.contains("the clone is shallow") && shallow.output.contains("fetch-depth: 0"))
  }

  @Test func settingsAreShownWithTheirPlaces() throws {
    try sample.replace(
      "fallbackLocale: en\n", with: "fallbackLocale: en\nfallbacks: { ja: [de, en] }\n", in: "assets.yml")
    let rows = try sample.assets("config", "show").output.split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 2).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let settings = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], ($0[1], $0[2])) })
    #expect(settings["project"]! == ("assets.yml:3", "harbor"))
    #expect(settings["fallbacks.ja"]! == ("assets.yml:7", "de, en"))
    // What is not written is shown as it comes about.
    #expect(settings["fallbacks.ar"]! == ("default", "en"))
    #expect(settings["publish.trustedKeys"]! == ("default", "none"))
    #expect(settings["catalogs.app"]!.1.hasSuffix("key id, scope document"))
    #expect(try sample.assets("config", "validate").output == "valid  assets.yml: 4 locales, 2 catalogs\n")
  }

  @Test func theSchemasAreThoseOfTheRepository() throws {
    for name in ["assets", "content", "keywords"] {
      let schema = try String(contentsOfFile: "\(packageRoot)/Schemas/\(name).schema.json", encoding: .utf8)
      #expect(try sample.assets("config", "schema", name).output == schema)
    }
    #expect(try sample.assets("config", "schema", "manifest").code == 64)
  }

  /// What a shell offers is what the tree of commands has.
  @Test func bashCompletesCommandsAndOptions() throws {
    let line = """
      source <("$ASSETS" completions bash)
      complete -p assets | grep -o -- '-F [a-z_]*'
      COMP_WORDS=(assets doc); COMP_CWORD=1; _assets; echo "${COMPREPLY[@]}"
      COMP_WORDS=(assets publish --dry); COMP_CWORD=2; _assets; echo "${COMPREPLY[@]}"
      COMP_WORDS=(assets config s); COMP_CWORD=2; _assets; echo "${COMPREPLY[@]}"
      """
    let run = try sample.assets.shell(line)
    #expect(run.output == "-F _assets\ndoctor\n--dry-run\nshow schema\n", "\(run.error)")
    for shell in ["zsh", "fish"] {
      let script = try sample.assets("completions", shell)
      #expect(script.code == 0 && script.output.contains("rehearse"))
    }
    #expect(try sample.assets("completions", "csh").code == 64)
  }
}
