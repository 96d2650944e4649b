internal import Bundles
internal import Translations

/// What an export is worth to a translator: the words and characters of its source texts.
struct ExportCount {
  struct Amount: Hashable {
    var units = 0
    var words = 0
    var characters = 0

    mutating func add(_ text: String) {
      units += 1
      words += WordCount.words(text)
      characters += text.count
    }

    static func + (a: Amount, b: Amount) -> Amount {
      Amount(units: a.units + b.units, words: a.words + b.words, characters: a.characters + b.characters)
    }
  }

  let locale: LanguageTag
  private(set) var new = Amount()
  private(set) var changed = Amount()
  /// Texts that are there for another reason, such as a review.
  private(set) var other = Amount()
  /// Texts that came up before in the same export; they are in none of the other amounts.
  private(set) var repeated = Amount()

  init(_ locale: LanguageTag, _ documents: [ExportDocument]) {
    self.locale = locale
    var seen: Set<Message> = []
    for unit in documents.joined() {
      let text = unit.source.plainText
      guard seen.insert(unit.source).inserted else {
        repeated.add(text)
        continue
      }
      switch unit.state {
      case .new: new.add(text)
      case .changed: changed.add(text)
      default: other.add(text)
      }
    }
  }

  var total: Amount { new + changed + other + repeated }

  static func table(_ counts: [ExportCount]) -> TextTable {
    var table = TextTable(rightAligned: Set(1...8))
    table.append(["locale", "units", "words", "characters", "new words", "changed", "other", "repeated"])
    for count in counts {
      table.append([
        "\(count.locale)", "\(count.total.units)", "\(count.total.words)", "\(count.total.characters)",
        "\(count.new.words)", "\(count.changed.words)", "\(count.other.words)", "\(count.repeated.words)",
      ])
    }
    return table
  }

  /// `assets.export/1`.
  static func json(_ counts: [ExportCount], base: Int) -> CanonicalJSON {
    [
      "schema": "assets.export/1", "base": .integer(base),
      "locales": .object(
        counts.map { count in
          .init(
            count.locale.description,
            [
              "total": count.total.json, "new": count.new.json, "changed": count.changed.json,
              "other": count.other.json, "repeated": count.repeated.json,
            ])
        }),
    ]
  }
}

extension [ExportDocument] {
  fileprivate func joined() -> FlattenSequence<[[ExportUnit]]> { map(\.units).joined() }
}

extension ExportCount.Amount {
  fileprivate var json: CanonicalJSON {
    ["units": .integer(units), "words": .integer(words), "characters": .integer(characters)]
  }
}
