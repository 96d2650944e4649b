/// The usage of a command: its path, its options, its operands.
struct UsageText {
  let description: CommandDescription

  /// One usage a line, without the word "usage".
  /// - Parameter indentation: what stands before the first line, and under it before the following ones.
  func lines(columns: Int, indentation: Int) -> [String] {
    if let usage = description.usage {
      return usage.trimmingBlankLines.split(separator: "\n").map(String.init)
    }
    let full = wrap(items(isShort: false), columns: columns, indentation: indentation)
    return full.count <= 2 ? full : wrap(items(isShort: true), columns: columns, indentation: indentation)
  }

  /// What stands after the path. A titled group is one item; in the short form so is all that may be left out.
  private func items(isShort: Bool) -> [String] {
    let visible = description.arguments.filter { $0.visibility == .default }
    let named = visible.filter { $0.kind != .operand && $0 != .help && $0 != .version }
    var items: [String] = []
    var groups: [String] = []
    for argument in named {
      if argument.isRequired {
        items.append(argument.synopsis)
      } else if isShort {
        if groups.isEmpty { groups.append("[<options>]") }
      } else if let group = argument.group {
        let item = "[<\(group.lowercased())>]"
        if !groups.contains(item) { groups.append(item) }
      } else {
        items.append(argument.synopsis)
      }
    }
    items += groups
    items += visible.filter { $0.kind == .operand }.map(\.synopsis)
    if description.hasDisplayedSubcommands {
      items.append("<subcommand>")
    }
    return items
  }

  /// Breaks between items only.
  private func wrap(_ items: [String], columns: Int, indentation: Int) -> [String] {
    var lines = [description.path.joined(separator: " ")]
    let margin = indentation + lines[0].columns
    for item in items {
      let last = lines[lines.count - 1]
      let start = lines.count == 1 ? indentation : 0
      if start + last.columns + 1 + item.columns <= columns {
        lines[lines.count - 1] += " " + item
      } else {
        lines.append(String(repeating: " ", count: margin) + " " + item)
      }
    }
    return lines
  }
}
