internal import Translations

/// A locale as keys and file names spell it: `pt_BR`, `zh-Hans`, `ca@valencia`, `b+sr+Latn`.
struct LocaleName {
  let tag: LanguageTag

  init?(_ spelling: some StringProtocol) {
    var parts = String(spelling).split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
      .map { String($0) }
    if spelling.hasPrefix("b+") {
      // The folder names of Android resources.
      parts = String(spelling).dropFirst(2).split(separator: "+", omittingEmptySubsequences: false).map {
        String($0)
      }
    } else if let last = parts.last, let at = last.firstIndex(of: "@") {
      // A POSIX modifier is a script or a variant.
      parts[parts.count - 1] = String(last[..<at])
      let modifier = last[last.index(after: at)...].lowercased()
      parts.append(["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"][modifier] ?? modifier)
    }
    guard let tag = LanguageTag(parts.joined(separator: "-")) else { return nil }
    self.tag = tag
  }

  /// Whether the language is one that catalogs are written in, and not an ordinary word of a few letters.
  var isKnown: Bool {
    let language = tag.language
    let isInList = { (list: StaticString) in
      list.withUTF8Buffer { bytes in
        let words = unsafe String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return words.contains { $0 == language }
      }
    }
    return isInList(Self.twoLetters) || isInList(Self.threeLetters)
  }

  /// Whether two spellings mean the same locale: `no` and `nb`, `iw` and `he`, `zh-CN` and `zh-Hans`.
  func means(_ other: LanguageTag) -> Bool { Self.normal(tag) == Self.normal(other) }

  private static func normal(_ tag: LanguageTag) -> String {
    let renamed = ["no": "nb", "iw": "he", "in": "id", "ji": "yi", "mo": "ro", "tl": "fil"]
    var subtags = tag.subtags.map(String.init)
    subtags[0] = renamed[subtags[0]] ?? subtags[0]
    if subtags[0] == "zh" {
      // The region implies the script, and the main region of a script is implied by it.
      let scripts = ["CN": "Hans", "SG": "Hans", "MY": "Hans", "TW": "Hant", "HK": "Hant", "MO": "Hant"]
      if tag.script == nil, let region = tag.region, let script = scripts[region] {
        subtags.insert(script, at: 1)
      }
      if subtags.count == 3, [["Hans", "CN"], ["Hant", "TW"]].contains(Array(subtags[1...])) {
        subtags.removeLast()
      }
    }
    return subtags.joined(separator: "-")
  }

  // MARK: File names

  /// The locale that a file's name tells: `de.yml`, `messages.fr.yaml`, `client.zh_CN.yml`.
  static func named(inFile path: String) -> LocaleName? {
    guard let file = path.split(separator: "/").last else { return nil }
    let parts = file.split(separator: ".")
    guard parts.count > 1 else { return nil }
    return known(parts[parts.count - 2])
  }

  /// The locale that a file's folder tells: `ja/translation.yml`.
  static func named(inFolder path: String) -> LocaleName? {
    let parts = path.split(separator: "/")
    guard parts.count > 1 else { return nil }
    return known(parts[parts.count - 2])
  }

  private static func known(_ spelling: Substring) -> LocaleName? {
    guard let name = LocaleName(spelling), name.isKnown else { return nil }
    return name
  }

  // MARK: Languages

  /// ISO 639-1, with the withdrawn codes that old platforms still write.
  private static let twoLetters: StaticString = """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee \
    el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io \
    is it iu iw ja ji jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml \
    mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd \
    se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi \
    vo wa wo xh yi yo za zh zu
    """

  /// The languages without a code of two letters that have plural rules in CLDR 48, and a few more that catalogs
  /// use.
  private static let threeLetters: StaticString = """
    asa ast bal bem bez bho blo brx ceb cgg chr ckb csw doi dsb fil fur gsw guw haw hnj hsb jbo jgo jmc kab kaj \
    kcg kde kea kkj kok ksb ksh lag lij lkt lld mas mgo nah naq nnh nqo nso nyn osa pap pcm prg rof rwk saq sat \
    scn sdh seh ses sgs shi sma smi smj smn sms ssy syr teo tig tpi tzm vec vun wae xog yue \
    art arn cnr crh frp frr grc lzh mai mni nan sco szl tlh tok tzl zgh zxx
    """
}
