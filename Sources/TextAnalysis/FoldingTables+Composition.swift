extension FoldingTables {
  /// Brings a base and its marks into composed canonical form (UAX #15), in place.
  ///
  /// Scalars of scripts that are searched without marks never get here, so the tables hold only the
  /// compositions of the others.
  func normalize(_ sequence: inout [UInt32]) {
    var decomposed: [UInt32] = []
    for scalar in sequence { decompose(scalar, into: &decomposed) }
    order(&decomposed)
    compose(&decomposed)
    sequence = decomposed
  }

  /// Whether a normalized sequence stays so when a scalar of combining class `weight` is appended.
  func isNormal(_ sequence: [UInt32], with scalar: UInt32, weight: UInt32) -> Bool {
    guard let last = sequence.last else { return true }
    let lastWeight = combiningClass(last)
    if weight == 0 { return lastWeight > 0 || composite(last, scalar) == nil }
    // Marks up to class 9 may belong before one that is part of a composed base.
    guard weight > 9, weight >= lastWeight else { return false }
    guard let starter = sequence.last(where: { combiningClass($0) == 0 }) else { return true }
    return composite(starter, scalar) == nil
  }

  /// The letter that a base and a mark make together, if it is one of those that folding keeps.
  func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if let syllable = Hangul.composite(first, second) { return syllable }
    var low = 0
    var high = compositions.count / 3
    while low < high {
      let middle = (low + high) / 2
      let place = middle * 3
      if (compositions[place], compositions[place + 1]) < (first, second) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let place = low * 3
    guard place < compositions.count, compositions[place] == first, compositions[place + 1] == second else {
      return nil
    }
    return compositions[place + 2]
  }

  private func decompose(_ scalar: UInt32, into result: inout [UInt32]) {
    if Hangul.isSyllable(scalar) {
      result.append(contentsOf: Hangul.decomposition(scalar))
      return
    }
    var place = 0
    while place < compositions.count {
      if compositions[place + 2] == scalar {
        decompose(compositions[place], into: &result)
        decompose(compositions[place + 1], into: &result)
        return
      }
      place += 3
    }
    result.append(scalar)
  }

  private func combiningClass(_ scalar: UInt32) -> UInt32 {
    let entry = entry(scalar)
    return entry.mapping == .mark ? entry.combiningClass : 0
  }

  /// Sorts each run of marks by combining class, stably.
  private func order(_ scalars: inout [UInt32]) {
    for index in scalars.indices.dropFirst() {
      let weight = combiningClass(scalars[index])
      var place = index
      while weight > 0, place > 0, combiningClass(scalars[place - 1]) > weight {
        scalars.swapAt(place, place - 1)
        place -= 1
      }
    }
  }

  private func compose(_ scalars: inout [UInt32]) {
    var result: [UInt32] = []
    var starter: Int?
    var lastWeight: UInt32?
    for scalar in scalars {
      let weight = combiningClass(scalar)
      let isBlocked = lastWeight.map { $0 >= weight } ?? false
      if let starter, !isBlocked, let composite = composite(result[starter], scalar) {
        result[starter] = composite
        continue
      }
      if weight == 0 {
        starter = result.count
        lastWeight = nil
      } else {
        lastWeight = weight
      }
      result.append(scalar)
    }
    scalars = result
  }
}

/// Conjoining jamo and their syllables (the Unicode Standard, section 3.12).
enum Hangul {
  static func isSyllable(_ scalar: UInt32) -> Bool { (0xAC00..<0xD7A4).contains(scalar) }

  /// A leading consonant, a vowel, or a syllable that ends in one, where a vowel may follow.
  static func takesVowel(_ scalar: UInt32) -> Bool {
    isLeading(scalar) || isVowel(scalar) || isSyllable(scalar) && (scalar - 0xAC00) % 28 == 0
  }

  /// A vowel, a final consonant or a syllable, where a final consonant may follow.
  static func takesFinal(_ scalar: UInt32) -> Bool {
    isVowel(scalar) || isFinal(scalar) || isSyllable(scalar)
  }

  static func isVowel(_ scalar: UInt32) -> Bool {
    (0x1160...0x11A7).contains(scalar) || (0xD7B0...0xD7C6).contains(scalar)
  }

  static func isFinal(_ scalar: UInt32) -> Bool {
    (0x11A8...0x11FF).contains(scalar) || (0xD7CB...0xD7FB).contains(scalar)
  }

  private static func isLeading(_ scalar: UInt32) -> Bool {
    (0x1100...0x115F).contains(scalar) || (0xA960...0xA97C).contains(scalar)
  }

  static func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if (0x1100..<0x1113).contains(first), (0x1161..<0x1176).contains(second) {
      return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
    }
    if isSyllable(first), (first - 0xAC00) % 28 == 0, (0x11A8..<0x11C3).contains(second) {
      return first + second - 0x11A7
    }
    return nil
  }

  static func decomposition(_ syllable: UInt32) -> [UInt32] {
    let index = syllable - 0xAC00
    let pair = [0x1100 + index / 588, 0x1161 + index % 588 / 28]
    return index % 28 == 0 ? pair : pair + [0x11A7 + index % 28]
  }
}
