internal import Bundles
internal import Translations

/// A comparison as GitHub Flavored Markdown; with the texts only where they were asked for.
struct DiffMarkdown {
  let comparison: StateComparison
  let from: DiffSide
  let to: DiffSide
  let withText: Bool

  var text: String {
    var lines = ["### \(from.name)..\(to.name)", ""]
    if comparison.isEmpty { lines += ["No difference.", ""] }
    for remark in comparison.remarks { lines += ["- \(remark.markdown)"] }
    if !comparison.remarks.isEmpty { lines.append("") }
    for locale in comparison.locales { lines += section(locale) }
    if !comparison.records.isEmpty {
      lines += ["#### Content", "", "| | Content ID | Fields |", "| --- | --- | --- |"]
      for record in comparison.records {
        lines.append(
          "| \(record.change) | \(record.contentID.description.markdownCode) | "
            + "\(record.fields.joined(separator: ", ")) |")
      }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  private func section(_ locale: StateComparison.Locale) -> [String] {
    var lines = ["#### \(locale.locale): \(locale.summary)", ""]
    for remark in locale.remarks { lines += ["\(remark.markdown)", ""] }
    guard !locale.values.isEmpty || !locale.keywords.isEmpty else { return lines }
    lines.append("| | Key | State |" + (withText ? " Before | After |" : ""))
    lines.append("| --- | --- | --- |" + (withText ? " --- | --- |" : ""))
    for value in locale.values {
      let key = value.key.description.markdownCode
      let name = value.movedFrom.map { "\(key), was \($0.description.markdownCode)" } ?? key
      lines.append(
        row(
          change(value), name, state(value), value.before?.message.description,
          value.after?.message.description)
      )
    }
    for set in locale.keywords {
      lines.append(
        row(
          "keywords", set.key.string.markdownCode,
          "\(set.before?.count ?? 0) → \(set.after?.count ?? 0) terms", set.before?.shown, set.after?.shown))
    }
    return lines + [""]
  }

  private func row(
    _ change: String, _ key: String, _ state: String, _ before: String?, _ after: String?
  ) -> String {
    "| \(change) | \(key) | \(state) |"
      + (withText ? " \(before?.markdown ?? "") | \(after?.markdown ?? "") |" : "")
  }

  private func change(_ value: StateComparison.Value) -> String {
    if value.movedFrom != nil { return "moved" }
    if value.before == nil { return "added" }
    return value.after == nil ? "removed" : value.parts.contains(.text) ? "changed" : "state"
  }

  private func state(_ value: StateComparison.Value) -> String {
    guard let before = value.before, let after = value.after else {
      return (value.after ?? value.before)?.state.name ?? ""
    }
    return before.state == after.state ? after.state.name : "\(before.state.name) → \(after.state.name)"
  }
}
