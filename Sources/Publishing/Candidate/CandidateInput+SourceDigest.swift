package import Bundles

extension CandidateInput {
  /// What a text was made against, where its own file cannot say it.
  package struct SourceDigest: Hashable, Sendable {
    /// The text's path below the catalog, segments joined by 0.
    package var path: [UInt8]
    package var digest: Fingerprint

    package init(path: [UInt8], digest: Fingerprint) {
      self.path = path
      self.digest = digest
    }
  }
}

extension [CandidateInput.SourceDigest] {
  /// The digest of a path, of a list that is sorted by path.
  func digest(of path: ArraySlice<UInt8>) -> Fingerprint? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].path.lexicographicallyPrecedes(path) { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].path[...] == path ? self[low].digest : nil
  }
}
