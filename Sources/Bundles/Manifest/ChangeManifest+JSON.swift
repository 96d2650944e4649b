import Translations

extension ChangeManifest {
  static let schema = "assets.manifest/1"
  /// A manifest above this size is refused before it is parsed.
  public static let largestSize = 1 << 30

  /// The manifest's bytes, whose SHA-256 a head names: the document of `Docs/ChangeManifest.md`; `critical` and `ext`
  /// are written empty.
  public var bytes: [UInt8] {
    let (deletes, upserts) = (deletes, upserts)
    let counts: CanonicalJSON = ["deletes": .integer(deletes.count), "upserts": .integer(upserts.count)]
    let restores: CanonicalJSON? = restores.map {
      ["revision": .integer($0.revision), "content": CanonicalJSON($0.content)]
    }
    let locales = locales.map { change -> CanonicalJSON.Member in
      .init(
        change.locale.description,
        [
          "revision": change.revision.json, "items": change.items.json,
          "rebuildHint": .boolean(rebuildHint(change)),
        ])
    }
    // There may be millions of entries, so the members are written, in the order of their names, and not made first.
    var writer = CanonicalJSONWriter()
    writer.raw("{\"base\":")
    writer.write(base.json)
    writer.raw(",\"counts\":")
    writer.write(counts)
    writer.raw(",\"critical\":[],\"deletes\":")
    writer.array(deletes) { $1.write(to: &$0) }
    writer.raw(",\"ext\":{},\"head\":")
    writer.write(head.json)
    writer.raw(",\"kind\":")
    writer.string(kind.rawValue)
    writer.raw(",\"lineage\":")
    writer.string(lineage)
    writer.raw(",\"locales\":")
    writer.write(.object(locales))
    writer.raw(",\"restores\":")
    writer.write(restores ?? .null)
    writer.raw(",\"schema\":")
    writer.string(Self.schema)
    writer.raw(",\"upserts\":")
    writer.array(upserts) { $1.write(to: &$0) }
    writer.raw("}")
    return writer.bytes
  }

  /// Reads a manifest. Unknown members are ignored, unless `critical` names them.
  public init(_ bytes: [UInt8]) throws(BundleError) {
    let json: CanonicalJSON
    do { json = try CanonicalJSON(canonical: bytes) } catch {
      throw BundleError(.damaged, "manifest is not canonical JSON: \(error)")
    }
    guard json["schema"]?.string == Self.schema else {
      throw BundleError(.unsupported, "expected the schema \(Self.schema)")
    }
    if let name = json["critical"]?.array?.first?.string {
      throw BundleError(
        .unsupported, "manifest needs the extension \(name), which this version does not know")
    }
    guard let lineage = json["lineage"]?.string, let base = json["base"].flatMap(End.init),
      let head = json["head"].flatMap(End.init),
      let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)),
      let locales = json["locales"]?.members, let deletes = json["deletes"]?.array,
      let upserts = json["upserts"]?.array
    else { throw BundleError(.damaged, "manifest lacks a member or has one of another type") }
    let changes = locales.compactMap { LocaleChange($0.name, $0.value) }
    let entries = (deletes + upserts).compactMap { ManifestEntry($0) }
    guard changes.count == locales.count, entries.count == deletes.count + upserts.count else {
      throw BundleError(.damaged, "entry of the manifest has another form")
    }
    self.init(
      lineage: lineage, base: base, head: head, kind: kind,
      restores: json["restores"].flatMap(Head.Restored.init), locales: changes, entries: entries)
    // What can be computed must be what is written; members this version does not know may stand beside it.
    let isConsistent =
      json["counts"]?["deletes"]?.integer == self.deletes.count
      && json["counts"]?["upserts"]?.integer == self.upserts.count
      && self.deletes.count == deletes.count && self.deletes + self.upserts == entries
      && self.locales.allSatisfy {
        json["locales"]?[$0.locale.description]?["rebuildHint"]?.boolean == rebuildHint($0)
      }
    guard isConsistent else {
      throw BundleError(.damaged, "manifest's lists, counts or hints contradict each other")
    }
  }
}

extension ChangeManifest.Pair<Int> {
  var json: CanonicalJSON { [.integer(before), .integer(after)] }

  init?(_ json: CanonicalJSON?) {
    guard let pair = json?.array, pair.count == 2, let before = pair[0].integer, let after = pair[1].integer
    else { return nil }
    self.init(before, after)
  }
}

extension ChangeManifest.LocaleChange {
  init?(_ locale: String, _ json: CanonicalJSON) {
    guard let locale = LanguageTag(locale), let revision = ChangeManifest.Pair(json["revision"]),
      let items = ChangeManifest.Pair(json["items"])
    else { return nil }
    self.init(locale: locale, revision: revision, items: items)
  }
}

extension ChangeManifest.End {
  var json: CanonicalJSON {
    [
      "revision": .integer(revision), "content": CanonicalJSON(content), "ledger": CanonicalJSON(ledger),
    ]
  }

  init?(_ json: CanonicalJSON) {
    guard let revision = json["revision"]?.integer, let content = json["content"]?.digest,
      let ledger = json["ledger"]?.digest
    else { return nil }
    self.init(revision: revision, content: content, ledger: ledger)
  }
}
