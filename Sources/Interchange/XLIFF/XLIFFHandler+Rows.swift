internal import Diagnostics
internal import Translations

/// From finished units to rows.
extension XLIFFHandler {
  /// Gives the unit its key, if only its source can, and writes its row.
  @inline(__always) mutating func finishUnit(_ segment: Segment, isPartial: Bool) {
    if segment.source.isAbsent, !isVersion2, !unit.isVariation {
      return report(
        XLIFFRules.noSource, "the unit has no source", at: cursor.markedPosition(.unit), key: printedKey)
    }
    emit(segment, key: unit.key ?? keyFromSource(segment), isPartial: isPartial)
  }

  /// The source text; codes in it are printed, because a key is plain text.
  private mutating func keyFromSource(_ segment: Segment) -> Piece {
    let source = segment.source.isAbsent ? [] : buffer[segment.source.range]
    let message = Message(bytes: source, hasCodes: segment.flags.contains(.sourceHasCodes))
    let start = buffer.count
    beginKey()
    buffer.append(contentsOf: message.description.utf8)
    return piece(from: start)
  }

  /// Joins the segments of a unit: sources as they stand, targets in their `order`.
  mutating func finishJoined(isPartial: Bool) {
    let segments = self.segments.records
    var joined = Segment()
    var source: [UInt8] = []
    for part in segments where !part.source.isAbsent {
      source.append(contentsOf: buffer[part.source.range])
      joined.flags.formUnion(part.flags.intersection(.sourceHasCodes))
    }
    let hasTarget = segments.contains { !$0.isIgnorable && !$0.target.isAbsent }
    var target: [UInt8] = []
    if hasTarget, !isPartial {
      for part in Self.inOrder(segments) {
        // White space between sentences that nobody translated stays as it is.
        let text = part.target.isAbsent ? part.source : part.target
        let flag = part.target.isAbsent ? Catalog.Flags.sourceHasCodes : .targetHasCodes
        if part.flags.contains(flag) { joined.flags.insert(.targetHasCodes) }
        if !text.isAbsent { target.append(contentsOf: buffer[text.range]) }
      }
    }
    joined.source = store(source)
    guard hasTarget, !isPartial else { return finishUnit(joined, isPartial: hasTarget) }

    joined.target = store(target)
    joined.targetPosition = (segments.first { !$0.target.isAbsent } ?? joined).targetPosition
    let verdicts = segments.filter { !$0.isIgnorable }.map { evidence($0).judge() }
    let state = verdicts.map(\.state).min() ?? .absent
    append(
      joined, key: unit.key ?? keyFromSource(joined), state: state,
      flags: target.isEmpty ? verdicts.reduce([]) { $0.union($1.flags) } : [])
  }

  private mutating func store(_ bytes: [UInt8]) -> Piece {
    buffer.append(contentsOf: bytes)
    return piece(from: buffer.count - bytes.count)
  }

  private static func inOrder(_ segments: [Segment]) -> [Segment] {
    segments.enumerated().sorted { a, b in
      let left = a.element.order == 0 ? a.offset + 1 : Int(a.element.order)
      let right = b.element.order == 0 ? b.offset + 1 : Int(b.element.order)
      return left == right ? a.offset < b.offset : left < right
    }.map(\.element)
  }

  /// Judges a unit of one segment and writes its row.
  ///
  /// A unit of which only some segments are translated has no text of its own: half a sentence must not ship.
  @inline(__always) mutating func emit(_ segment: Segment, key: Piece, isPartial: Bool) {
    if isPartial {
      var open = segment
      open.target = .absent
      return append(open, key: key, state: .untranslated, flags: [])
    }
    if segment.target.isAbsent { return append(segment, key: key, state: .absent, flags: []) }
    let verdict = evidence(segment).judge()
    if verdict.contradictsApproval {
      report(
        XLIFFRules.approved, "the unit is approved, but its target is not finished",
        at: segment.targetPosition,
        key: printed(key.range))
    }
    append(segment, key: key, state: verdict.state, flags: verdict.flags)
  }

  @inline(__always) private mutating func append(
    _ segment: Segment, key: Piece, state: TranslationState, flags: Catalog.Flags
  ) {
    var flags = flags.union(segment.flags)
    if unit.isUntranslatable { flags.insert(.untranslatable) }
    if segment.target.isAbsent { flags.remove(.targetHasCodes) }
    let position = segment.target.isAbsent ? cursor.markedPosition(.unit) : segment.targetPosition
    builder.append(
      Catalog.Row(
        key: slice(key), source: slice(segment.source), target: slice(segment.target), line: position.line,
        column: position.column, prefix: prefix, state: state, flags: flags))
  }

  /// Where a piece of the buffer will be in the catalog.
  @inline(__always) private func slice(_ piece: Piece) -> Catalog.Slice {
    piece.isAbsent
      ? .absent : Catalog.Slice(offset: builder.arena.count + piece.range.lowerBound, count: piece.count)
  }

  /// Hands the bytes of the unit, to which its rows already point, to the catalog.
  @inline(__always) mutating func storeUnit() {
    guard builder.arena.count + buffer.count < Int(UInt32.max) else {
      return cursor.stop(
        LimitRules.fileSize, "the texts of the document take more than 4 GiB",
        at: cursor.markedPosition(.unit))
    }
    buffer.append(to: &builder.arena)
  }

  @inline(__always) private func evidence(_ segment: Segment) -> XLIFFEvidence {
    let isEmpty = segment.target.count == 0
    var evidence = XLIFFEvidence(
      state: segment.state, qualifier: segment.qualifier, isApproved: unit.isApproved, isEmpty: isEmpty,
      isBlank: !isEmpty && isBlank(segment.target) && !isBlank(segment.source), equalsSource: false)
    if segment.state == .needsTranslation {
      evidence.equalsSource =
        buffer[segment.target.range] == (segment.source.isAbsent ? [] : buffer[segment.source.range])
    }
    return evidence
  }

  /// Whether there is nothing but the white space of XML.
  @inline(__always) private func isBlank(_ piece: Piece) -> Bool {
    piece.isAbsent || buffer.isBlank(piece.range)
  }

  // MARK: Names for messages

  /// The printed form of the unit's path, once its key is known.
  var printedKey: String? {
    guard let key = unit.key else { return nil }
    return printed(key.range)
  }

  /// The printed form of a path whose end stands in the buffer.
  func printed(_ key: Range<Int>) -> String {
    var segments = buffer[key].split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    if prefix != 0 { segments.insert(String(decoding: builder.prefixes[prefix], as: UTF8.self), at: 0) }
    return MessageKey.printed(path: segments)
  }
}
