import Bundles
import TestSupport
import Testing

@testable import Publishing

/// The index of nodes on disk, over many small revisions.
@Suite struct NodeIndexTests {
  private static func publish(_ revision: Int, to root: String) throws {
    try SmallProject(["k": "Text"], ["k": "Text \(revision)"]).publish(to: root)
  }

  /// The files of the index, by the first revision of each.
  private static func runs(_ root: String) throws -> [ClosedRange<Int>] {
    try LocalFileSystem().list(StoreLayout(root: root).local).compactMap(StoreLayout.indexRange)
      .sorted { $0.lowerBound < $1.lowerBound }
  }

  @Test func itsFilesAreFewAndFitTogether() throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    var written = 0
    for revision in 1...300 {
      try Self.publish(revision, to: root)
      let runs = try Self.runs(root)
      #expect(runs.first?.lowerBound == 1)
      for (run, next) in zip(runs, runs.dropFirst()) { #expect(run.upperBound + 1 == next.lowerBound) }
      #expect(revision - runs.last!.upperBound < 16)
      #expect(runs.count <= 8)
      written = max(written, runs.count)
    }
    #expect(written > 1)
    let reader = try StoreReader(root: root)
    #expect(StoreVerifier(reader, trusted: nil).verify(all: true).problems == [])
  }

  /// Whatever is lost or damaged of it, every node is found, and the next publish repeats none.
  @Test func anyOfItsFilesMayBeLost() throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    for revision in 1...100 { try Self.publish(revision, to: root) }
    let files = LocalFileSystem()
    let layout = StoreLayout(root: root)
    var next = 101
    for damage in 0..<3 {
      for run in try Self.runs(root) {
        let path = layout.index(run)
        guard var bytes = try? files.read(path, limit: .max) else { continue }
        try files.remove(path)
        switch damage {
        case 0: break
        case 1: try files.write(Array(bytes.dropLast(48)), toNew: path)
        default:
          // Another head than the one that the store has.
          bytes[15 + 40 + 8] ^= 1
          try files.write(bytes, toNew: path)
        }
        try Self.publish(next, to: root)
        next += 1
        let reader = try StoreReader(root: root)
        #expect(StoreVerifier(reader, trusted: nil).verify(all: true).problems == [])
      }
    }
    #expect(try Self.runs(root).count <= 6)
  }
}
