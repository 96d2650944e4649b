/// A workflow of GitHub Actions that checks each pull request against the branch it goes to.
struct WorkflowTemplate {
  /// The project's folder from the repository's root, with a slash at the end; empty at the root.
  let prefix: String

  static let path = ".github/workflows/assets.yml"

  var text: String {
    let folder =
      prefix.isEmpty
      ? "" : "        working-directory: \(ProjectTemplate.quoted(String(prefix.dropLast())))\n"
    return """
      # Checks the texts of each pull request, and that none of them goes back to an older revision.
      # Written by `assets init --ci github`; yours to change.
      name: assets

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
