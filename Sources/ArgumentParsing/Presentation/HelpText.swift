/// The help of a command: overview, usage, arguments, options, subcommands, example.
struct HelpText {
  let description: CommandDescription
  let columns: Int

  /// Where the explanations of a list start.
  private static let explanationColumn = 26

  var text: String {
    var sections: [[String]] = []
    let overview =
      description.abstract.isEmpty ? description.path.joined(separator: " ") : description.abstract
    sections.append("OVERVIEW: \(overview)".wrapped(columns: columns))
    let discussion = description.discussion
    if !discussion.isEmpty { sections.append(discussion.wrapped(columns: columns)) }
    let usage = UsageText(description: description).lines(columns: columns, indentation: 7)
    sections.append(
      usage.enumerated().map { index, line in
        index == 0 ? "USAGE: \(line)" : line.first == " " ? line : "       \(line)"
      })

    let visible = description.arguments.filter { $0.visibility == .default }
    append("ARGUMENTS", visible.filter { $0.kind == .operand }, to: &sections)
    let options = visible.filter { $0.kind != .operand }
    append("OPTIONS", options.filter { $0.group == nil }, to: &sections)
    var titles: [String] = []
    for case let title? in options.map(\.group) where !titles.contains(title) { titles.append(title) }
    for title in titles { append(title.uppercased(), options.filter { $0.group == title }, to: &sections) }

    var hasSubcommands = false
    for group in description.displayedGroups where !group.subcommands.isEmpty {
      hasSubcommands = true
      let title = group.title.isEmpty ? "SUBCOMMANDS" : "\(group.title.uppercased()) SUBCOMMANDS"
      sections.append(
        ["\(title):"] + group.subcommands.flatMap { entry($0.heading, $0.abstract) })
    }
    if hasSubcommands {
      let path = ([description.path[0], "help"] + description.path.dropFirst()).joined(separator: " ")
      sections.append("See '\(path) <subcommand>' for the help of a subcommand.".wrapped(columns: columns))
    }
    let examples = description.examples
    if !examples.isEmpty {
      let title = examples.count { !$0.isBlank } == 1 ? "EXAMPLE:" : "EXAMPLES:"
      sections.append([title] + examples.map { $0.isBlank ? "" : "  " + $0 })
    }
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private func append(_ title: String, _ arguments: [ArgumentDescription], to sections: inout [[String]]) {
    if arguments.isEmpty { return }
    sections.append(
      ["\(title):"]
        + arguments.flatMap { argument in
          entry(argument.heading, argument.explanation, discussion: argument.discussion)
        })
  }

  /// One item of a list: the heading at the left, the explanation beside it or, if the heading is long, below.
  private func entry(_ heading: String, _ explanation: String, discussion: String = "") -> [String] {
    let column = Self.explanationColumn
    var lines = explanation.isEmpty ? [] : explanation.wrapped(columns: columns, indentation: column)
    if !discussion.isEmpty {
      lines += discussion.trimmingBlankLines.wrapped(columns: columns, indentation: column)
    }
    let head = "  " + heading
    guard let first = lines.first else { return [head] }
    if head.columns + 2 > column { return head.wrappedHeading(columns: columns) + lines }
    lines[0] = head + String(repeating: " ", count: column - head.columns) + first.dropFirst(column)
    return lines
  }
}

extension CommandDescription {
  /// The name and the aliases.
  fileprivate var heading: String { ([name] + aliases).joined(separator: ", ") }
}

extension String {
  /// A heading that is too long for one line, broken at its spaces.
  fileprivate func wrappedHeading(columns: Int) -> [String] {
    columns >= self.columns ? [self] : String(dropFirst(2)).wrapped(columns: columns, indentation: 2)
  }
}
