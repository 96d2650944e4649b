/// Letters that only analysed text holds; the tables make separators of the same scalars in a user's text.
enum ReservedScalar {
  /// Stands between keywords, so that a phrase cannot span two of them.
  static let border: UInt32 = 0xE000
  static let plus: UInt32 = 0xE001
  static let numberSign: UInt32 = 0xE002
  static let leadingDot: UInt32 = 0xE003
  /// Plus the number of scalars, before a cluster of several: so no cluster's bytes begin another's, and a
  /// prefix search for one cluster is exact. A C1 control never survives folding.
  static let clusterLength: UInt32 = 0x80
}

/// Bytes that structure the output of the query mode.
enum QueryMark {
  static let word: UInt8 = 0x02
  static let run: UInt8 = 0x03
  static let cluster: UInt8 = 0x04
  static let space: UInt8 = 0x20
}

extension Tokenizer {
  mutating func startToken(_ kind: Token, into out: inout MutableSpan<UInt8>) {
    token = kind
    symbols = 0
    clusters = 0
    if mode == .query {
      writeByte(kind == .run ? QueryMark.run : QueryMark.word, into: &out)
    } else if count > start {
      writeByte(0x20, into: &out)
    }
  }

  mutating func endToken(into out: inout MutableSpan<UInt8>) {
    if token == .run, clusters > 1, mode == .index { repeatBase(into: &out) }
    token = .none
  }

  /// Writes the last cluster once more, as the beginning of a token.
  @inline(__always)
  private mutating func repeatBase(into out: inout MutableSpan<UInt8>) {
    let end = count
    writeByte(0x20, into: &out)
    let first = baseStart
    baseStart = count
    for index in first..<end { writeByte(out[index], into: &out) }
  }

  @inline(__always)
  mutating func beginWord(isLetter: Bool, into out: inout MutableSpan<UInt8>) {
    if token == .word, symbols == 0 { return }
    // One symbol between letters joins nothing: `a+b` is two words, `c++11` is `c++` and `11`.
    if symbols == 1, token == .word { count -= 3 }
    endToken(into: &out)
    startToken(.word, into: &out)
    if dot == .leading, isLetter { write(ReservedScalar.leadingDot, into: &out) }
    dot = .none
  }

  @inline(__always)
  mutating func cluster(_ scalar: UInt32, into out: inout MutableSpan<UInt8>) {
    if token == .run {
      if clusters > 1, mode == .index { repeatBase(into: &out) }
    } else {
      endToken(into: &out)
      startToken(.run, into: &out)
      dot = .none
    }
    if mode == .query { writeByte(QueryMark.cluster, into: &out) }
    clusters += 1
    let size = write(scalar, into: &out)
    setBase(scalar, size: size, policy: .keep)
    baseIsCluster = true
  }

  mutating func emoji(
    _ scalar: UInt32, _ kind: FoldingEntry.Class, into out: inout MutableSpan<UInt8>
  ) {
    let isSecondHalf = kind == .regionalIndicator && token == .regionalIndicator
    if !isSecondHalf {
      endToken(into: &out)
      startToken(.emoji, into: &out)
    }
    dot = .none
    let size = write(scalar, into: &out)
    setBase(scalar, size: size, policy: .keep)
    token = kind == .regionalIndicator && !isSecondHalf ? .regionalIndicator : .emoji
  }

  mutating func separate(isSpace: Bool, into out: inout MutableSpan<UInt8>) {
    endToken(into: &out)
    dot = .none
    forgetBase()
    if isSpace, mode == .query { writeByte(QueryMark.space, into: &out) }
  }

  /// A plus or number sign belongs to the word before it.
  mutating func symbol(_ byte: UInt8, into out: inout MutableSpan<UInt8>) {
    guard token == .word else { return separate(isSpace: false, into: &out) }
    write(
      byte == UInt8(ascii: "+") ? ReservedScalar.plus : ReservedScalar.numberSign, into: &out)
    symbols += 1
    forgetBase()
  }

  mutating func readDot(into out: inout MutableSpan<UInt8>) {
    dot = token != .word && dot == .none ? .leading : .other
    endToken(into: &out)
    forgetBase()
  }

  /// What stands last is no base: a mark after it is dropped and writes nothing anew.
  private mutating func forgetBase() {
    base = 0
    markPolicy = .strip
  }

  /// A mark is dropped, or joins the base before it, which is written anew.
  mutating func mark(_ scalar: UInt32, _ entry: FoldingEntry, into out: inout MutableSpan<UInt8>) {
    if entry.isConditionalMark, !joins(scalar, entry) {
      let kind = entry.scalarClass
      return kind == .emoji ? emoji(scalar, kind, into: &out) : cluster(scalar, into: &out)
    }
    if isTurkic, base == 0x131, markPolicy == .strip, (0x300..<0x370).contains(scalar) {
      // `I` with a mark has the dot of `i` under it, composed or not.
      count = baseStart
      let size = write(0x69, into: &out)
      setBase(0x69, size: size, policy: .strip)
      return
    }
    switch markPolicy {
    case .strip: return
    case .cyrillic:
      guard scalar != 0x300, sequence.isEmpty, let letter = tables.composite(base, scalar) else { return }
      count = baseStart
      let size = write(letter, into: &out)
      setBase(letter, size: size, policy: .cyrillic)
    case .keep: extend(scalar, weight: entry.combiningClass, into: &out)
    }
  }

  private func joins(_ scalar: UInt32, _ entry: FoldingEntry) -> Bool {
    guard markPolicy == .keep, token != .none else { return false }
    if entry.scalarClass == .emoji { return token == .emoji }
    guard baseIsCluster else { return false }
    let last = sequence.last ?? base
    if scalar == 0x0E32 { return last == 0x0E4D }
    if scalar == 0x0EB2 { return last == 0x0ECD }
    return Hangul.isVowel(scalar) ? Hangul.takesVowel(last) : Hangul.takesFinal(last)
  }

  private mutating func extend(_ scalar: UInt32, weight: UInt32, into out: inout MutableSpan<UInt8>) {
    if sequence.isEmpty { sequence.append(base) }
    guard sequence.count < Self.longestCluster else { return }
    let isNormal = tables.isNormal(sequence, with: scalar, weight: weight)
    sequence.append(scalar)
    if !isNormal { tables.normalize(&sequence) }
    count = baseStart
    if baseIsCluster, sequence.count > 1, mode != .fold {
      write(ReservedScalar.clusterLength + UInt32(sequence.count), into: &out)
    }
    for scalar in sequence { write(scalar, into: &out) }
  }
}
