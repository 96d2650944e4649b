package import Translations

/// Which content uses which keyword key.
package struct KeywordUsers: Sendable {
  private var numbers: [ExactString: Int] = [:]
  /// Where the users of each key begin in `records`, and where the last ones end.
  private var starts: [Int] = [0]
  private var records: [Int] = []

  /// No content at all.
  package init() {}

  package init(_ records: some Collection<ContentRecord>) {
    var uses: [(key: Int, record: Int)] = []
    uses.reserveCapacity(records.count)
    for (index, record) in records.enumerated() {
      for key in record.keywordKeys {
        let number = numbers.count
        let known = numbers[ExactString(key)] ?? number
        if known == number { numbers[ExactString(key)] = number }
        uses.append((known, index))
      }
    }
    starts = [Int](repeating: 0, count: numbers.count + 1)
    for use in uses { starts[use.key + 1] += 1 }
    for key in starts.indices.dropFirst() { starts[key] += starts[key - 1] }
    var next = starts
    self.records = [Int](repeating: 0, count: uses.count)
    for use in uses {
      self.records[next[use.key]] = use.record
      next[use.key] += 1
    }
  }

  /// The places of the records that name a key, in their order; a record that names it twice is there twice.
  package func records(using key: ExactString) -> ArraySlice<Int> {
    guard let number = numbers[key] else { return [] }
    return records[starts[number]..<starts[number + 1]]
  }
}
