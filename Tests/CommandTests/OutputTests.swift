import Foundation
import TestSupport
import Testing

/// Where `--out` and `-o` lead: links, pipes and devices stay what they are, and no input is overwritten.
@Suite struct OutputTests {
  private let sample: SampleProject

  init() throws {
    sample = try SampleProject()
    #expect(try sample.assets("publish").code == 0)
  }

  /// What a link says; `nil` for anything else.
  private func link(_ name: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "\(sample.path)/\(name)")
  }

  private func bundle() throws -> String {
    #expect(try sample.assets("bundle", "export", "--out", "plain.bundle").code == 0)
    return try sample.read("plain.bundle")
  }

  @Test func standardOutputHoldsNothingButTheProduct() throws {
    let wanted = try bundle()
    let dash = try sample.assets("bundle", "export", "--out", "-")
    #expect(dash.code == 0 && dash.output == wanted && dash.error.contains("r1:"))
    let plan = try sample.assets("publish", "--dry-run", "--out", "-")
    #expect(plan.code == 0 && plan.output.hasPrefix("{") && plan.output.filter { $0 == "\n" }.count == 1)
    #expect(try sample.assets("publish", "--dry-run", "--out", "-", "--format", "json").code == 64)
    let exported = try sample.assets(
      "export", "--locale", "de", "--catalog", "articles", "--out", "-")
    #expect(exported.output.contains("<xliff"))
    #expect(!FileManager.default.fileExists(atPath: sample.path + "/-"))
    // The same through a link, which stays; in a pipe and in a file.
    try FileManager.default.createSymbolicLink(
      atPath: sample.path + "/out", withDestinationPath: "/proc/self/fd/1")
    #expect(try sample.assets("bundle", "export", "--out", "out").output == wanted)
    let line = #"echo before > all; "$ASSETS" bundle export --out out -q >> all; echo after >> all"#
    #expect(try sample.assets.shell(line).code == 0)
    #expect(try sample.read("all") == "before\n" + wanted + "after\n")
    #expect(link("out") == "/proc/self/fd/1")
  }

  @Test func aLinkIsFollowedAndStays() throws {
    let wanted = try bundle()
    let made = try sample.assets.shell(
      "mkdir there; echo old > there/target; ln -s there/target one; ln -s one two; ln -s there/new dangling")
    #expect(made.code == 0)
    for (name, target) in [("two", "there/target"), ("dangling", "there/new")] {
      #expect(try sample.assets("bundle", "export", "--out", name).code == 0)
      #expect(try sample.read(target) == wanted)
    }
    #expect(link("two") == "one" && link("one") == "there/target" && link("dangling") == "there/new")
    try sample.write("old", to: "there/target")
    #expect(try sample.assets("check", "-o", "json:one").code == 0)
    #expect(try sample.read("there/target").contains("assets.check/1") && link("one") != nil)
    #expect(try sample.assets("bundle", "export", "--out", "there").code == 74)
  }

  @Test func devicesAndPipesGetTheBytes() throws {
    let wanted = try bundle()
    let pipe = try sample.assets.shell(
      #"mkfifo pipe; cat pipe > copy & "$ASSETS" bundle export --out pipe; wait; test -p pipe"#)
    #expect(pipe.code == 0)
    #expect(try sample.read("copy") == wanted)
    let full = try sample.assets.shell(#"ln -s /dev/full full; "$ASSETS" bundle export --out full"#)
    #expect(full.code == 74 && full.error.contains("No space left"))
    #expect(link("full") == "/dev/full")
  }

  @Test(arguments: ["articles/de.yml", "Bundles/HEAD", "assets.lock", "assets.yml", "content.yml"])
  func anInputIsNotOverwritten(file: String) throws {
    let before = try sample.read(file)
    try FileManager.default.createSymbolicLink(
      atPath: sample.path + "/link", withDestinationPath: file)
    for name in [file, "./" + file, "link"] {
      for arguments in [
        ["check", "-o", "json:\(name)"], ["publish", "--dry-run", "--out", name],
        ["bundle", "export", "--out", name],
      ] {
        let run = try sample.assets.run(arguments)
        #expect(run.code == 64 && run.error.contains("would overwrite"), "\(arguments)")
      }
    }
    #expect(try sample.read(file) == before)
  }

  @Test func aFileNamedOnTheCommandLineIsAnInput() throws {
    #expect(try sample.assets.shell("mkdir ../alone; cp articles/de.yml ../alone").code == 0)
    let alone = ToolRunner(in: sample.path + "/../alone")
    let run = try alone("check", "de.yml", "-o", "json:de.yml")
    #expect(run.code == 64 && run.error.contains("would overwrite"))
  }

  @Test func whatIsRecordedIsOneLine() throws {
    for option in ["--message", "--publisher"] {
      for text in ["a\nb", "\u{1B}[31m", "a\u{202E}b"] {
        let run = try sample.assets("publish", option, text)
        #expect(run.code == 64 && run.error.contains("one line"), "\(option)")
      }
    }
    #expect(try sample.assets("rollback", "--to", "r1", "--reason", "x", "--publisher", "a\nb").code == 64)
    // A user whom the environment does not name has a login name all the same.
    try sample.replace("集中タイマーで静かに作業する", with: "没頭タイマーで作業する", in: "articles/ja.yml")
    let name = try sample.assets.shell(
      #"id -un; env -u USER -u LOGNAME "$ASSETS" publish -q; "$ASSETS" log -n 1"#)
    let lines = name.output.split(separator: "\n")
    #expect(lines.count > 1 && lines.last?.contains(" \(lines[0])@") == true)
  }
}
