/// A line at the bottom of a terminal that says how far a longer piece of work has come.
///
/// Nothing is shown before half a second has passed, nor anywhere but on a terminal that can move its cursor; the line
/// is gone when the work is done.
final class Progress {
  private let isShown: Bool
  private let verb: String
  private let total: Int
  private let started = ContinuousClock.now
  private var last: ContinuousClock.Instant?
  private var done = 0

  private static let patience = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)

  /// - Parameters:
  ///   - verb: what is done, such as `reading`.
  ///   - total: how many steps there are.
  init(_ console: Console, _ options: GlobalOptions, verb: String, total: Int) {
    isShown =
      !options.noProgress && !console.isQuiet && Platform.isTerminal(.error)
      && Platform.environment("TERM") != "dumb"
    self.verb = verb
    self.total = total
  }

  /// Counts one step.
  func advance(to name: String) {
    done += 1
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - started >= Self.patience, last.map({ now - $0 >= Self.interval }) ?? true else { return }
    last = now
    show("\(verb) \(done) of \(total)  \(name.displayed)")
  }

  /// Takes the line away.
  func finish() {
    if last != nil { _ = Platform.write(Array("\r\u{1B}[K".utf8), to: .error) }
  }

  private func show(_ line: String) {
    // A line that wraps could not be taken away.
    var text = ""
    var width = 0
    for scalar in line.unicodeScalars {
      width += scalar.displayWidth
      if width > 78 { break }
      text.unicodeScalars.append(scalar)
    }
    _ = Platform.write(Array("\r\(text)\u{1B}[K".utf8), to: .error)
  }
}
