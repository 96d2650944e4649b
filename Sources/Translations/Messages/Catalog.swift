public import Diagnostics

/// The messages of one file in one locale: an arena of UTF-8 bytes and a table of fixed-size rows.
///
/// Rows are sorted by key; keys are unique. Nothing here is a class or a dictionary: a million messages are two
/// allocations. Build one with `CatalogBuilder`.
public struct Catalog: Sendable {
  /// Every byte of every key and text.
  public package(set) var arena: [UInt8]
  /// Key prefixes shared by many rows, such as the `original` of an XLIFF file; one whole segment each.
  /// `prefixes[0]` is empty and means none.
  public let prefixes: [[UInt8]]
  /// Sorted by path in key form, as bytes.
  public let rows: [Row]

  /// The language of the targets; `nil` if neither the file nor the caller says it.
  public var locale: LanguageTag?
  /// The language of the sources; `nil` if neither the file nor the caller says it.
  public var sourceLocale: LanguageTag?
  /// The path as it is shown to the user.
  public var path: String

  /// A piece of the arena; `absent` is no text at all, which is not the same as empty text.
  public struct Slice: Hashable, Sendable {
    /// Bytes from the start of the arena.
    public var offset: UInt32
    /// Bytes.
    public var count: UInt32

    /// A slice of an arena.
    /// - Precondition: `offset` is below 2^32 − 1, which is kept for `absent`, and `count` below 2^32.
    @inlinable public init(offset: Int, count: Int) {
      self.offset = UInt32(truncatingIfNeeded: offset)
      self.count = UInt32(truncatingIfNeeded: count)
    }

    /// No text at all.
    @inlinable public static var absent: Slice { Slice(offset: Int(UInt32.max), count: 0) }
    /// Whether there is no text; an empty text is not absent.
    @inlinable public var isAbsent: Bool { offset == .max }
    /// The indices into the arena.
    /// - Precondition: the slice is not absent.
    public var range: Range<Int> { Int(offset)..<Int(offset) + Int(count) }
  }

  /// One message.
  public struct Row: Sendable {
    /// The path without the prefix, segments joined by 0.
    public var key: Slice
    /// The text in the source locale; absent in formats that have none beside the translation.
    public var source: Slice
    /// The text in the catalog's locale.
    public var target: Slice
    /// 1-based place of the text, or of the unit where there is no text.
    public var line: UInt32
    /// 1-based, in Unicode scalars.
    public var column: UInt32
    /// Index into `prefixes`.
    public var prefix: UInt16
    /// The weakest of the unit's segments decides.
    public var state: TranslationState
    /// What else the format says about the texts.
    public var flags: Flags

    /// A row of given parts; a place that is too large for 32 bits is cut down to the largest that is not.
    /// - Precondition: `prefix` is the number of a shared prefix, from 0 to 65,535.
    @inlinable public init(
      key: Slice, source: Slice = .absent, target: Slice = .absent, line: Int, column: Int, prefix: Int = 0,
      state: TranslationState, flags: Flags = []
    ) {
      self.key = key
      self.source = source
      self.target = target
      self.line = UInt32(clamping: line)
      self.column = UInt32(clamping: column)
      self.prefix = UInt16(prefix)
      self.state = state
      self.flags = flags
    }
  }

  /// Marks of a row, beside its state.
  public struct Flags: OptionSet, Hashable, Sendable, BitwiseCopyable {
    /// One bit for each flag.
    public var rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The source holds inline code tokens.
    @inlinable public static var sourceHasCodes: Flags { Flags(rawValue: 1) }
    /// The target holds inline code tokens.
    @inlinable public static var targetHasCodes: Flags { Flags(rawValue: 2) }
    /// The text is empty and was marked as finished.
    @inlinable public static var explicitlyEmpty: Flags { Flags(rawValue: 4) }
    /// Machine translation that nobody has looked at.
    @inlinable public static var machine: Flags { Flags(rawValue: 8) }
    /// A reviewer refused the text; it must not ship.
    @inlinable public static var rejected: Flags { Flags(rawValue: 16) }
    /// The format says the text is not to be translated.
    @inlinable public static var untranslatable: Flags { Flags(rawValue: 32) }
  }

  /// How many messages there are.
  public var count: Int { rows.count }

  package init(
    arena: [UInt8], prefixes: [[UInt8]], rows: [Row], locale: LanguageTag?, sourceLocale: LanguageTag?,
    path: String
  ) {
    self.arena = arena
    self.prefixes = prefixes
    self.rows = rows
    self.locale = locale
    self.sourceLocale = sourceLocale
    self.path = path
  }

  /// The bytes of a slice, code tokens as they are; none for `absent`.
  public func bytes(_ slice: Slice) -> ArraySlice<UInt8> {
    slice.isAbsent ? [] : arena[slice.range]
  }

  /// The path of a row in key form: segments joined by 0, without the catalog's name.
  public func pathBytes(_ row: Row) -> [UInt8] {
    if row.prefix == 0 { return Array(arena[row.key.range]) }
    return prefixes[Int(row.prefix)] + [0] + arena[row.key.range]
  }

  /// The text in the source locale; `nil` if it is absent.
  public func source(_ row: Row) -> Message? {
    row.source.isAbsent
      ? nil : Message(bytes: Array(arena[row.source.range]), hasCodes: row.flags.contains(.sourceHasCodes))
  }

  /// The text in the catalog's locale; `nil` if it is absent.
  public func target(_ row: Row) -> Message? {
    row.target.isAbsent
      ? nil : Message(bytes: Array(arena[row.target.range]), hasCodes: row.flags.contains(.targetHasCodes))
  }

  /// The row's place in the catalog's file.
  public func location(_ row: Row) -> SourceLocation {
    SourceLocation(path: path, line: Int(row.line), column: Int(row.column))
  }

  /// The row of a path in key form.
  /// - Complexity: O(log n) comparisons.
  public func row(path: ArraySlice<UInt8>) -> Row? {
    let low = lowerBound(of: path)
    return low < rows.count && compare(rows[low], path) == 0 ? rows[low] : nil
  }

  /// The same for many paths of which each mostly stands near the one before.
  /// - Parameter place: the index of a row to look around at first; where the path stands afterwards.
  /// - Complexity: O(log d) comparisons for a distance of d rows.
  package func row(path: ArraySlice<UInt8>, near place: inout Int) -> Row? {
    place = lowerBound(of: path, near: place)
    return place < rows.count && compare(rows[place], path) == 0 ? rows[place] : nil
  }

  /// The index of the first row whose path does not stand before `path`.
  /// - Complexity: O(log n) comparisons.
  package func lowerBound(of path: ArraySlice<UInt8>) -> Int {
    unsafe arena.withUnsafeBytes { arena in
      unsafe path.withUnsafeBytes { unsafe lowerBound(of: $0, in: arena, from: 0, to: rows.count) }
    }
  }

  private func lowerBound(of path: ArraySlice<UInt8>, near place: Int) -> Int {
    unsafe arena.withUnsafeBytes { arena in
      unsafe path.withUnsafeBytes { path in
        // Whatever is before `low` stands before the path, whatever is at `high` or behind it does not.
        var (low, high) = (0, rows.count)
        var next = min(max(place, 0), rows.count)
        var step = 1
        if next < high, unsafe compare(rows[next], in: arena, path) < 0 {
          repeat {
            low = next + 1
            next += step
            step *= 2
          } while unsafe next < high && compare(rows[next], in: arena, path) < 0
          high = min(next, high)
        } else {
          repeat {
            high = next
            next -= step
            step *= 2
          } while unsafe next >= low && compare(rows[next], in: arena, path) >= 0
          low = max(next + 1, low)
        }
        return unsafe lowerBound(of: path, in: arena, from: low, to: high)
      }
    }
  }

  private func lowerBound(
    of path: UnsafeRawBufferPointer, in arena: UnsafeRawBufferPointer, from start: Int, to end: Int
  ) -> Int {
    var (low, high) = (start, end)
    while low < high {
      let middle = (low + high) / 2
      if unsafe compare(rows[middle], in: arena, path) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Negative, zero or positive as the row's path stands before, at or after `path`.
  public func compare(_ row: Row, _ path: ArraySlice<UInt8>) -> Int {
    unsafe arena.withUnsafeBytes { arena in
      unsafe path.withUnsafeBytes { unsafe compare(row, in: arena, $0) }
    }
  }

  private func compare(
    _ row: Row, in arena: UnsafeRawBufferPointer, _ path: UnsafeRawBufferPointer
  ) -> Int {
    let key = unsafe UnsafeRawBufferPointer(rebasing: arena[row.key.range])
    if row.prefix == 0 { return unsafe key.compare(path) }
    let prefix = prefixes[Int(row.prefix)]
    // The prefix is a segment of its own: what is longer than it has to go on with a border.
    let shared = unsafe UnsafeRawBufferPointer(rebasing: path.prefix(prefix.count))
    let order = unsafe prefix.withUnsafeBytes { unsafe $0.compare(shared) }
    if order != 0 { return order }
    guard path.count > prefix.count else { return 1 }
    if unsafe path[prefix.count] != 0 { return -1 }
    return unsafe key.compare(UnsafeRawBufferPointer(rebasing: path[(prefix.count + 1)...]))
  }
}
