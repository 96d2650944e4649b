/// Plain records that come and go at the end, for code that a parser calls very often.
///
/// One owner, no reference counting, no uniqueness check; clearing keeps the memory. It is safe outside because it owns
/// its memory and checks every index.
@safe struct RecordStack<Record: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Record>
  private var capacity = 32
  private(set) var count = 0

  init() { unsafe base = .allocate(capacity: capacity) }

  deinit { unsafe base.deallocate() }

  var isEmpty: Bool { count == 0 }

  @inline(__always) var last: Record? { unsafe count == 0 ? nil : base[count - 1] }

  @inline(__always) subscript(index: Int) -> Record {
    get {
      precondition(index >= 0 && index < count, "an index inside the stack")
      return unsafe base[index]
    }
    set {
      precondition(index >= 0 && index < count, "an index inside the stack")
      unsafe base[index] = newValue
    }
  }

  @inline(__always) mutating func append(_ record: Record) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: record)
    count += 1
  }

  @inline(__always) mutating func removeLast() -> Record {
    precondition(count > 0, "a record to remove")
    count -= 1
    return unsafe base[count]
  }

  mutating func removeAll() { count = 0 }

  /// All records, for code that is called seldom.
  var records: [Record] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }

  func contains(where isWanted: (Record) -> Bool) -> Bool {
    for index in 0..<count where unsafe isWanted(base[index]) { return true }
    return false
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Record>.allocate(capacity: capacity * 2)
    unsafe larger.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }
}
