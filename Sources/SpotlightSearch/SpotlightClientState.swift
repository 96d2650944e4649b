public import Bundles
public import Foundation

/// What the system keeps with the last batch it took: which plan that was of. At most 250 bytes are allowed.
///
/// It does not say what the index holds – the ledger does – but whether the index is still the one the ledger speaks of.
public struct SpotlightClientState: Hashable, Sendable {
  /// The revision whose documents were being written.
  public var link: Head.Link
  /// The epoch of the plan.
  public var epoch: Int

  private static let prefix = "assets/1"

  public init(link: Head.Link, epoch: Int) {
    self.link = link
    self.epoch = epoch
  }

  /// - Returns: `nil` for the state of another program or version.
  public init?(_ data: Data) {
    let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
    guard fields.count == 4, fields[0] == Self.prefix, let epoch = Int(fields[1]),
      let revision = Int(fields[2]), let head = Digest(hex: fields[3])
    else { return nil }
    self.init(link: Head.Link(revision: revision, head: head), epoch: epoch)
  }

  /// `assets/1`, epoch, revision and head address in ASCII, with spaces between.
  public var data: Data { Data("\(Self.prefix) \(epoch) \(link.revision) \(link.head)".utf8) }
}
