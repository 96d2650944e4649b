/// A workflow of GitHub Actions that checks each pull request against the branch it goes to.
struct WorkflowTemplate {
  /// The project's folder from the repository's root, with a slash at the end; empty at the root.
  let prefix: String

  static let folder = ".github/workflows"

  /// What the workflow may be called, the best first: the plain name belongs to the first project of a repository.
  var names: some Sequence<String> {
    let place = prefix.isEmpty ? "root" : String(prefix.dropLast())
    let own =
      "assets-"
      + String(
        decoding: place.utf8.map { byte in
          let isPlain = (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
          return isPlain || byte == 0x5F ? byte : UInt8(ascii: "-")
        }, as: UTF8.self)
    return sequence(first: 0) { $0 + 1 }.lazy.map { $0 == 0 ? "assets" : $0 == 1 ? own : "\(own)-\($0)" }
  }

  /// Whether a workflow that is there checks this project.
  func isOfSameProject(_ text: String) -> Bool {
    let folders = text.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ", maxSplits: 1)
      return words.first == "working-directory:" ? String(words.last ?? "") : nil
    }
    return prefix.isEmpty ? folders.isEmpty : folders.contains(directory)
  }

  private var directory: String { ProjectTemplate.quoted(String(prefix.dropLast())) }

  func text(name: String) -> String {
    let folder = prefix.isEmpty ? "" : "        working-directory: \(directory)\n"
    return """
      # Checks the texts of each pull request, and that none of them goes back to an older revision.
      # Written by `assets init --ci github`; yours to change.
      name: \(name)

      on: pull_request

      permissions:
        contents: read
        security-events: write

      jobs:
        check:
          runs-on: ubuntu-latest
          steps:
            - uses: actions/checkout@v4
              with:
                # The merge base and what was published there are in older commits.
                fetch-depth: 0

            # Install the command before this step, for example from the archive of your release.
            - name: Version of assets
              run: assets --version

            - name: Check
      \(folder)        env:
                BASE: ${{ github.base_ref }}
              run: >-
                assets check --rollback --against "origin/$BASE" --format github
                -o "sarif:$RUNNER_TEMP/assets.sarif" -o "markdown:$RUNNER_TEMP/assets.md"

            - name: Summary
              if: ${{ !cancelled() }}
              run: test ! -f "$RUNNER_TEMP/assets.md" || cat "$RUNNER_TEMP/assets.md" >> "$GITHUB_STEP_SUMMARY"

            # A fork's pull request may not write; its findings are in the annotations all the same.
            - name: Code scanning
              if: ${{ !cancelled() && github.event.pull_request.head.repo.full_name == github.repository }}
              uses: github/codeql-action/upload-sarif@v3
              with:
                sarif_file: ${{ runner.temp }}/assets.sarif

      """
  }
}
