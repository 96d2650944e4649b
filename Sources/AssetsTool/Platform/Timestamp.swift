/// Points in time as ISO 8601 in UTC, for people; nothing compares them.
enum Timestamp {
  /// `SOURCE_DATE_EPOCH` if it is set (reproducible-builds.org), else the clock.
  /// - Throws: `ToolError`, if the variable names no point in time.
  static var now: String {
    get throws(ToolError) {
      guard let text = Platform.environment("SOURCE_DATE_EPOCH"), !text.isEmpty else {
        return iso8601(Platform.now)
      }
      return try iso8601(epoch: text)
    }
  }

  /// The date part of `now`.
  static var today: String { get throws(ToolError) { String(try now.prefix(10)) } }

  /// The last second of the year 9999, after which the form has more digits.
  private static let last = 253_402_300_799

  /// What a build sets as its time.
  /// - Throws: `ToolError` for anything but decimal digits up to the end of the year 9999.
  static func iso8601(epoch text: String) throws(ToolError) -> String {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int(text), seconds <= last
    else {
      throw ToolError(
        .usage, "SOURCE_DATE_EPOCH is '\(text.displayed)', not a number of seconds up to \(last)",
        help: "set it to seconds since 1970, such as $(git log -1 --format=%ct), or unset it")
    }
    return iso8601(seconds)
  }

  /// The proleptic Gregorian date and time of a number of seconds since 1970.
  static func iso8601(_ seconds: Int) -> String {
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let rest = seconds - days * 86_400
    // Days are counted in eras of 400 years that begin on 1 March, so that leap days come last.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ value: Int, _ width: Int = 2) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month))-\(padded(day))T"
      + "\(padded(rest / 3600)):\(padded(rest / 60 % 60)):\(padded(rest % 60))Z"
  }
}
