/// A set of attributes without a namespace, one bit each.
struct XLIFF2AttributeSet: Equatable, ExpressibleByArrayLiteral {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init() {}

  init(arrayLiteral attributes: XLIFF2Attribute...) { self.init(attributes) }

  init(_ attributes: some Sequence<XLIFF2Attribute>) {
    for attribute in attributes { insert(attribute) }
  }

  @inline(__always) func contains(_ attribute: XLIFF2Attribute) -> Bool {
    let word = attribute.rawValue < 64 ? low : high
    return word >> UInt64(attribute.rawValue & 63) & 1 != 0
  }

  @inline(__always) mutating func insert(_ attribute: XLIFF2Attribute) {
    let bit: UInt64 = 1 << UInt64(attribute.rawValue & 63)
    if attribute.rawValue < 64 { low |= bit } else { high |= bit }
  }

  @inline(__always) func isSubset(of other: Self) -> Bool {
    low & ~other.low | high & ~other.high == 0
  }

  @inline(__always) func isDisjoint(with other: Self) -> Bool {
    low & other.low | high & other.high == 0
  }
}

/// The attributes of the tag in hand that have no namespace, and where each stands.
struct XLIFF2TagAttributes: ~Copyable {
  private(set) var names = XLIFF2AttributeSet()
  /// Whether there are others, with a namespace.
  private(set) var hasNamespaced = false
  /// For each attribute that is among `names` its index.
  private var slots = RecordStack<Int16>()

  init() {
    for _ in XLIFF2Attribute.allCases { slots.append(0) }
  }

  mutating func read(_ attributes: XMLAttributes, _ known: XMLNameTable<XLIFF2Attribute>) {
    names = XLIFF2AttributeSet()
    hasNamespaced = false
    for index in 0..<attributes.count {
      guard attributes.namespace(index).isNone else {
        hasNamespaced = true
        continue
      }
      let attribute = known[attributes.name(index)]
      slots[Int(attribute.rawValue)] = Int16(truncatingIfNeeded: min(index, Int(Int16.max)))
      names.insert(attribute)
    }
  }

  @inline(__always) func has(_ attribute: XLIFF2Attribute) -> Bool { names.contains(attribute) }

  /// - Returns: `nil` if the tag has no such attribute.
  @inline(__always) func index(_ attribute: XLIFF2Attribute) -> Int? {
    names.contains(attribute) ? Int(slots[Int(attribute.rawValue)]) : nil
  }
}
