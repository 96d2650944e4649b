internal import Bundles
internal import Translations

/// A comparison for people, with the texts.
struct DiffText {
  let comparison: StateComparison
  let from: DiffSide
  let to: DiffSide
  let style: Style

  func print(to console: Console) {
    if comparison.isEmpty {
      console.print("\(from.name)..\(to.name)  no difference")
      return
    }
    for remark in comparison.remarks { console.print(remark) }
    for (index, locale) in comparison.locales.enumerated() {
      if index > 0 || !comparison.remarks.isEmpty { console.print() }
      print(locale, to: console)
    }
    guard !comparison.records.isEmpty else { return }
    if !comparison.locales.isEmpty { console.print() }
    console.print(style.bold("content") + "   \(counted(comparison.records.count, "record"))")
    for record in comparison.records {
      let fields = record.fields.isEmpty ? "" : "  \(record.fields.joined(separator: ", "))"
      console.print(
        " \(mark(record.before == nil, record.after == nil)) \(record.contentID)\(fields)".displayed)
    }
  }

  private func print(_ locale: StateComparison.Locale, to console: Console) {
    console.print(style.bold("\(locale.locale)") + "   \(locale.summary)")
    for remark in locale.remarks { console.print("   \(remark)") }
    for value in locale.values { print(value, to: console) }
    for set in locale.keywords {
      console.print(" keywords \(set.key.string)".displayed)
      side(set.before?.shown, set.after?.shown, console)
    }
  }

  private func print(_ value: StateComparison.Value, to console: Console) {
    let sign = value.movedFrom != nil ? ">" : mark(value.before == nil, value.after == nil)
    let origin = value.movedFrom.map { "  was \($0)" } ?? ""
    let state =
      value.parts.contains(.state) ? "  \(value.before!.state.name) → \(value.after!.state.name)" : ""
    let source = value.parts == [.source] ? "  made from another source" : ""
    console.print(" \(sign) \("\(value.key)\(origin)".displayed)\(state)\(source)")
    guard value.parts.contains(.text) || value.before == nil || value.after == nil else { return }
    side(value.before?.message.description, value.after?.message.description, console)
  }

  private func side(_ before: String?, _ after: String?, _ console: Console) {
    let width = max(from.name.count, to.name.count)
    if let before { console.print(style.red("   - \(from.name.padded(to: width))  \(before.displayed)")) }
    if let after { console.print(style.green("   + \(to.name.padded(to: width))  \(after.displayed)")) }
  }

  private func mark(_ isNew: Bool, _ isGone: Bool) -> String { isNew ? "+" : isGone ? "-" : "~" }
}
