package import Translations

/// A path that may be one form of a plural message: its category and where the name of the message ends.
///
/// A form is a last segment that is a CLDR category, or `0` or `1` as Rails has them, or the category in the middle
/// of a stringsdict path, or a last segment that ends in `_` and a category as i18next has them.
package struct PluralPath {
  package enum Category: Hashable, Sendable {
    case named(PluralCategory)
    case exact(Int)
  }

  package let category: Category
  /// How many bytes of the path the forms of the message share.
  package let stemCount: Int
  /// Whether the form is a leaf of a substitution, whose arguments are numbered by another text.
  package let isSubstitution: Bool
  /// Whether the path itself says that it is a plural, as Xcode's do: `plural` stands before the category.
  package let isNamed: Bool
  /// Whether the category is the end of a key, `apples_few`, so that other keys may begin as the forms do.
  package let isSuffix: Bool

  package init?(_ path: ArraySlice<UInt8>) {
    // The letters that `zero`, `one`, … `other`, `0`, `1` and a stringsdict path end in.
    guard let last = path.last, "oewyr01g".utf8.contains(last) else { return nil }
    var stem = path
    var isSubstitution = false
    var isSuffix = false
    if last == UInt8(ascii: "g") {
      guard path.count > Self.dictionaryEnd.count,
        path.suffix(Self.dictionaryEnd.count).elementsEqual(Self.dictionaryEnd),
        let slash = path.dropLast(Self.dictionaryEnd.count).lastIndex(of: UInt8(ascii: "/"))
      else { return nil }
      stem = path[...slash]
      isSubstitution = true
      isNamed = true
      guard let found = Self.category(path[(slash + 1)...].dropLast(Self.dictionaryEnd.count)) else {
        return nil
      }
      category = found
    } else {
      guard let border = path.lastIndex(where: { $0 == 0 || $0 == UInt8(ascii: "_") }),
        let found = Self.category(path[(border + 1)...])
      else {
        return nil
      }
      stem = path[...border]
      category = found
      isSuffix = path[border] != 0
      // A number may end any key, and a rank counts by other rules than a number of things.
      if isSuffix {
        guard case .named = found, stem.count > 1, !stem.reversed().starts(with: "_lanidro_".utf8) else {
          return nil
        }
      }
      isSubstitution = !isSuffix && Self.endsInSubstitution(stem)
      isNamed = stem.dropLast().reversed().starts(with: "larulp\0".utf8)
    }
    stemCount = stem.count
    self.isSubstitution = isSubstitution
    self.isSuffix = isSuffix
  }

  private static let dictionaryEnd = Array(":dict/:string".utf8)

  /// Whether a path ends with `substitutions`, a name, `plural` and the border after it.
  private static func endsInSubstitution(_ stem: ArraySlice<UInt8>) -> Bool {
    guard let afterName = stem.dropLast().lastIndex(of: 0),
      let afterWord = stem[..<afterName].lastIndex(of: 0)
    else {
      return false
    }
    return stem[..<afterWord].reversed().starts(with: "snoitutitsbus".utf8)
  }

  private static func category(_ word: ArraySlice<UInt8>) -> Category? {
    guard word.count <= 5, let first = word.first else { return nil }
    if word.count == 1 { return first == 0x30 || first == 0x31 ? .exact(Int(first - 0x30)) : nil }
    let category: PluralCategory
    switch (word.count, first) {
    case (3, UInt8(ascii: "o")): category = .one
    case (3, UInt8(ascii: "t")): category = .two
    case (3, UInt8(ascii: "f")): category = .few
    case (4, UInt8(ascii: "z")): category = .zero
    case (4, UInt8(ascii: "m")): category = .many
    case (5, UInt8(ascii: "o")): category = .other
    default: return nil
    }
    return word.elementsEqual(category.rawValue.utf8) ? .named(category) : nil
  }
}

/// The forms of one plural message: neighbouring rows of a catalog, or rows whose keys differ in their suffix.
package struct PluralGroup {
  package struct Form {
    package let row: Int
    package let category: PluralPath.Category
  }

  /// The rows of the forms; of suffixes only the first, since other keys stand between them.
  package let rows: Range<Int>
  package let forms: [Form]
  package let isSubstitution: Bool
  private let isSuffix: Bool

  /// Whether the forms alone show that the message is a plural.
  ///
  /// Several forms do; a key that ends in `_one` does only beside one that ends in `_other`.
  package var isPlural: Bool {
    forms.count > 1 && (!isSuffix || forms.contains { $0.category == .named(.other) })
  }

  /// The named categories, in their order.
  package var categories: [PluralCategory] {
    forms.compactMap { if case .named(let category) = $0.category { category } else { nil } }.sorted()
  }

  /// The group that the row at `index` belongs to, or `nil` if its neighbours show that it is no plural: a map with
  /// `windows`, `linux` and `other` has only one category among its keys.
  package init?(around index: Int, path: ArraySlice<UInt8>, plural: PluralPath, in catalog: Catalog) {
    let stem = Array(path.prefix(plural.stemCount))
    if plural.isSuffix {
      self.init(suffixesOf: stem, in: catalog)
    } else {
      var first = index
      while first > 0, catalog.path(of: catalog.rows[first - 1]).starts(with: stem) { first -= 1 }
      self.init(stem: stem, from: first, isSubstitution: plural.isSubstitution, in: catalog)
    }
  }

  /// The group of the message that `path` is a form of in another catalog, if there are rows and all of them are
  /// forms.
  package init?(of path: ArraySlice<UInt8>, plural: PluralPath, in catalog: Catalog) {
    let stem = Array(path.prefix(plural.stemCount))
    if plural.isSuffix {
      self.init(suffixesOf: stem, in: catalog)
    } else {
      self.init(
        stem: stem, from: catalog.lowerBound(of: stem[...]), isSubstitution: plural.isSubstitution,
        in: catalog)
    }
  }

  private init?(stem: [UInt8], from first: Int, isSubstitution: Bool, in catalog: Catalog) {
    var forms: [Form] = []
    var end = first
    while end < catalog.rows.count {
      let path = catalog.path(of: catalog.rows[end])
      guard path.starts(with: stem) else { break }
      guard let form = PluralPath(path), form.stemCount == stem.count else { return nil }
      forms.append(Form(row: end, category: form.category))
      end += 1
    }
    guard !forms.isEmpty else { return nil }
    rows = first..<end
    self.forms = forms
    self.isSubstitution = isSubstitution
    isSuffix = false
  }

  private init?(suffixesOf stem: [UInt8], in catalog: Catalog) {
    let forms = PluralCategory.allCases.compactMap { category -> Form? in
      let path = stem + Array(category.rawValue.utf8)
      let row = catalog.lowerBound(of: path[...])
      guard row < catalog.rows.count, catalog.path(of: catalog.rows[row]).elementsEqual(path) else {
        return nil
      }
      return Form(row: row, category: .named(category))
    }
    guard let first = forms.map(\.row).min() else { return nil }
    rows = first..<first + 1
    self.forms = forms
    isSubstitution = false
    isSuffix = true
  }
}

extension Catalog {
  /// Whether a row has a text to compare: a tool may write a blank where nothing is translated.
  func hasText(_ row: Row) -> Bool {
    !row.target.isAbsent && arena[row.target.range].contains { $0 > 0x20 }
  }

  /// The path of a row in key form; without a copy unless the row has a prefix.
  package func path(of row: Row) -> ArraySlice<UInt8> {
    row.prefix == 0 ? arena[row.key.range] : pathBytes(row)[...]
  }
}
