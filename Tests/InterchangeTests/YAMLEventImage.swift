import Diagnostics

@testable import Interchange

/// Everything that a reader of events says of one of them.
struct YAMLEventImage: Equatable, CustomStringConvertible {
  var kind: YAMLEventReader.Event
  var text: [UInt8] = []
  var style = YAMLEventReader.Style.plain
  var marks: [YAMLMark]
  var indices: [Int]
  var flags: [Bool]
  var anchor: [UInt8]?
  var tag: String?
  /// `nil` where a reader does not know it, which is no difference.
  var place: Int?

  init(_ kind: YAMLEventReader.Event, _ reader: YAMLEventReader) {
    self.kind = kind
    marks = [reader.start, reader.end]
    indices = [reader.startIndex, reader.endIndex]
    flags = [reader.spansLines]
    if kind == .scalar {
      text = reader.text
      style = reader.style
      flags.append(reader.isUntaggedPlain)
    }
    if kind == .scalar || kind == .mappingStart || kind == .sequenceStart {
      flags += [reader.isFlow, reader.isMapping, reader.hasProperties]
    }
    if kind == .scalar || kind == .mappingStart || kind == .sequenceStart || kind == .alias {
      anchor = reader.anchor
      if reader.hasProperties { tag = reader.tag }
    }
    place = reader.place
  }

  static func == (one: YAMLEventImage, other: YAMLEventImage) -> Bool {
    one.kind == other.kind && one.text == other.text && one.style == other.style && one.marks == other.marks
      && one.indices == other.indices && one.flags == other.flags && one.anchor == other.anchor
      && one.tag == other.tag
      && (one.place == other.place || one.place == nil || other.place == nil)
  }

  var description: String {
    "\(kind) \(style) “\(String(decoding: text, as: UTF8.self))” \(marks.map { "\($0.line):\($0.column)" }) \(indices) "
      + "\(flags) \(place.map(String.init) ?? "-")"
  }
}

/// The events of a document, and what ended them.
struct YAMLEventList {
  var events: [YAMLEventImage] = []
  var refusal: Diagnostic?
  var failure: String?
  /// How many of them did not come from libyaml.
  var scanned = 0

  /// - Parameter scansLines: whether plain lines are read without libyaml.
  init(
    _ source: any ByteSource, scansLines: Bool, limits: ReadingLimits = .standard
  ) {
    do {
      let reader = try YAMLEventReader(source, path: "case", limits: limits, scansLines: scansLines)
      defer { scanned = reader.scannedEvents }
      while true {
        let kind = try reader.next()
        events.append(YAMLEventImage(kind, reader))
        if kind == .end { return }
      }
    } catch let refusal as YAMLRefusal {
      self.refusal = refusal.diagnostic
    } catch {
      failure = "\(error)"
    }
  }

  /// What two readings of a document say differently, if anything.
  static func difference(_ one: YAMLEventList, _ other: YAMLEventList) -> String? {
    for (index, pair) in zip(one.events, other.events).enumerated() where pair.0 != pair.1 {
      return "event \(index): \(pair.0) and \(pair.1)"
    }
    if one.events.count != other.events.count {
      return "\(one.events.count) and \(other.events.count) events; \(String(describing: one.refusal)), "
        + "\(String(describing: other.refusal))"
    }
    if one.refusal != other.refusal {
      return "\(String(describing: one.refusal)) and \(String(describing: other.refusal))"
    }
    return one.failure == other.failure ? nil : "\(one.failure ?? "-") and \(other.failure ?? "-")"
  }
}
