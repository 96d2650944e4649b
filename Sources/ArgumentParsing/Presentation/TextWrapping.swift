extension String {
  /// How many columns of a terminal the text takes, one for each scalar.
  var columns: Int { unicodeScalars.count }

  /// The text in lines of at most `columns`, each after `indentation` spaces.
  ///
  /// Lines of the text stay lines; one that starts with a space is an example and is not wrapped. A word that is
  /// wider than a line stands alone.
  func wrapped(columns: Int, indentation: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    return split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      if line.first == " " || String(line).isBlank { return [line.isEmpty ? "" : margin + line] }
      var lines: [String] = []
      var current = margin
      for word in line.split(separator: " ") {
        let isFirst = current.columns == indentation
        if !isFirst, current.columns + 1 + String(word).columns > columns {
          lines.append(current)
          current = margin + word
        } else {
          current += (isFirst ? "" : " ") + word
        }
      }
      return lines + [current]
    }
  }
}
