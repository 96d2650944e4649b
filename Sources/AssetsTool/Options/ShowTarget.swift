internal import ArgumentParsing
internal import Translations

/// What `show` is asked for: a file, or `r42`, `r42:ja`, `r42:ja/articles/a.title`.
enum ShowTarget: ExpressibleByArgument {
  case file(String)
  case revision(RevisionSelector, locale: String?, key: String?)

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let revision = RevisionSelector(argument: String(parts[0])) else {
      self = .file(argument)
      return
    }
    guard parts.count == 2 else {
      self = .revision(revision, locale: nil, key: nil)
      return
    }
    let place = parts[1].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard !place[0].isEmpty, place.count == 1 || !place[1].isEmpty else { return nil }
    self = .revision(revision, locale: String(place[0]), key: place.count == 2 ? String(place[1]) : nil)
  }
}
