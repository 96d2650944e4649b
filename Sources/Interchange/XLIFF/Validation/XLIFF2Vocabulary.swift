/// The namespaces that XLIFF 2.x gives a meaning.
enum XLIFF2Namespace: UInt8, CaseIterable {
  case core, matches, glossary, formatStyle, metadata, resources, sizes, validation, changes, its, plural
  case xml, schemaInstance
  /// An extension.
  case foreign

  init(_ uri: String, core: String) {
    switch uri {
    case core: self = .core
    case "urn:oasis:names:tc:xliff:matches:2.0": self = .matches
    case "urn:oasis:names:tc:xliff:glossary:2.0": self = .glossary
    case "urn:oasis:names:tc:xliff:fs:2.0": self = .formatStyle
    case "urn:oasis:names:tc:xliff:metadata:2.0": self = .metadata
    case "urn:oasis:names:tc:xliff:resourcedata:2.0": self = .resources
    case "urn:oasis:names:tc:xliff:sizerestriction:2.0": self = .sizes
    case "urn:oasis:names:tc:xliff:validation:2.0": self = .validation
    case "urn:oasis:names:tc:xliff:changetracking:2.0", "urn:oasis:names:tc:xliff:changetracking:2.1":
      self = .changes
    case "http://www.w3.org/2005/11/its", "urn:oasis:names:tc:xliff:itsm:2.1": self = .its
    case XLIFFModule.plural: self = .plural
    case "http://www.w3.org/XML/1998/namespace": self = .xml
    case "http://www.w3.org/2001/XMLSchema-instance": self = .schemaInstance
    default: self = .foreign
    }
  }
}

/// The elements of XLIFF 2.x and its modules.
enum XLIFF2Element: UInt8, CaseIterable {
  case xliff, file, skeleton, group, unit, notes, note, originalData, data, segment, ignorable, source, target
  case cp, ph, pc, sc, ec, mrk, sm, em
  case matches, match
  case glossary, glossEntry, term, translation, definition
  case metadata, metaGroup, meta
  case resourceData, resourceItemRef, resourceItem, resourceSource, resourceTarget, reference
  case profiles, normalization, sizeData
  case validation, rule
  case changeTrack, revisions, revision, item
  /// An element of ITS, whose inside is not looked at.
  case its
  /// An element that its namespace does not have.
  case unknown
  /// An element of an extension.
  case foreign

  static func list(_ namespace: XLIFF2Namespace) -> [(StaticString, XLIFF2Element)] {
    switch namespace {
    case .core:
      [
        ("xliff", .xliff), ("file", .file), ("skeleton", .skeleton), ("group", .group), ("unit", .unit),
        ("notes", .notes), ("note", .note), ("originalData", .originalData), ("data", .data),
        ("segment", .segment), ("ignorable", .ignorable), ("source", .source), ("target", .target),
        ("cp", .cp), ("ph", .ph), ("pc", .pc), ("sc", .sc), ("ec", .ec), ("mrk", .mrk), ("sm", .sm),
        ("em", .em),
      ]
    case .matches: [("matches", .matches), ("match", .match)]
    case .glossary:
      [
        ("glossary", .glossary), ("glossEntry", .glossEntry), ("term", .term), ("translation", .translation),
        ("definition", .definition),
      ]
    case .metadata: [("metadata", .metadata), ("metaGroup", .metaGroup), ("meta", .meta)]
    case .resources:
      [
        ("resourceData", .resourceData), ("resourceItemRef", .resourceItemRef),
        ("resourceItem", .resourceItem), ("source", .resourceSource), ("target", .resourceTarget),
        ("reference", .reference),
      ]
    case .sizes: [("profiles", .profiles), ("normalization", .normalization), ("data", .sizeData)]
    case .validation: [("validation", .validation), ("rule", .rule)]
    case .changes:
      [("changeTrack", .changeTrack), ("revisions", .revisions), ("revision", .revision), ("item", .item)]
    case .formatStyle, .its, .plural, .xml, .schemaInstance, .foreign: []
    }
  }

  /// An inline code, a marker or one of their ends.
  var isInline: Bool { rawValue >= Self.cp.rawValue && rawValue <= Self.em.rawValue }
  /// Whether whatever is inside says nothing here.
  var isOpaque: Bool {
    switch self {
    case .resourceSource, .resourceTarget, .reference, .sizeData, .skeleton: true
    default: false
    }
  }
  /// Whether text may stand in it.
  var isMixed: Bool {
    switch self {
    case .source, .target, .pc, .mrk, .data, .note, .skeleton, .term, .translation, .definition, .meta,
      .resourceSource, .resourceTarget, .reference, .sizeData, .item, .its, .foreign, .unknown:
      true
    default: false
    }
  }
}

/// The attributes without a namespace that the standard has.
enum XLIFF2Attribute: UInt8, CaseIterable {
  case id, name, canResegment, translate, srcDir, trgDir, dir, type, subType, state, subState, order, original
  case version, srcLang, trgLang, href, appliesTo, category, priority
  case canCopy, canDelete, canOverlap, canReorder, copyOf, disp, dispStart, dispEnd
  case equiv, equivStart, equivEnd, dataRef, dataRefStart, dataRefEnd
  case subFlows, subFlowsStart, subFlowsEnd, isolated, startRef, ref, value, hex
  // Of modules only.
  case matchQuality, matchSuitability, origin, reference, similarity, source, mimeType, context
  case generalProfile, storageProfile, general, storage, profile
  case isPresent, isNotPresent, startsWith, endsWith, occurs, existsInSource, caseSensitive, normalization
  case disabled, currentVersion, author, datetime, property, checksum
  case unknown

  static let list: [(StaticString, XLIFF2Attribute)] = [
    ("id", .id), ("name", .name), ("canResegment", .canResegment), ("translate", .translate),
    ("srcDir", .srcDir), ("trgDir", .trgDir), ("dir", .dir), ("type", .type), ("subType", .subType),
    ("state", .state), ("subState", .subState), ("order", .order), ("original", .original),
    ("version", .version), ("srcLang", .srcLang), ("trgLang", .trgLang), ("href", .href),
    ("appliesTo", .appliesTo), ("category", .category), ("priority", .priority), ("canCopy", .canCopy),
    ("canDelete", .canDelete), ("canOverlap", .canOverlap), ("canReorder", .canReorder), ("copyOf", .copyOf),
    ("disp", .disp), ("dispStart", .dispStart), ("dispEnd", .dispEnd), ("equiv", .equiv),
    ("equivStart", .equivStart), ("equivEnd", .equivEnd), ("dataRef", .dataRef),
    ("dataRefStart", .dataRefStart), ("dataRefEnd", .dataRefEnd), ("subFlows", .subFlows),
    ("subFlowsStart", .subFlowsStart), ("subFlowsEnd", .subFlowsEnd), ("isolated", .isolated),
    ("startRef", .startRef), ("ref", .ref), ("value", .value), ("hex", .hex),
    ("matchQuality", .matchQuality), ("matchSuitability", .matchSuitability), ("origin", .origin),
    ("reference", .reference), ("similarity", .similarity), ("source", .source), ("mimeType", .mimeType),
    ("context", .context), ("generalProfile", .generalProfile), ("storageProfile", .storageProfile),
    ("general", .general), ("storage", .storage), ("profile", .profile), ("isPresent", .isPresent),
    ("isNotPresent", .isNotPresent), ("startsWith", .startsWith), ("endsWith", .endsWith),
    ("occurs", .occurs), ("existsInSource", .existsInSource), ("caseSensitive", .caseSensitive),
    ("normalization", .normalization), ("disabled", .disabled), ("currentVersion", .currentVersion),
    ("author", .author), ("datetime", .datetime), ("property", .property), ("checksum", .checksum),
  ]
}

extension XLIFF2Attribute {
  /// The attributes that an element may have and that are not judged by themselves; those of modules are judged with
  /// their elements.
  static func plain(on element: XLIFF2Element) -> XLIFF2AttributeSet {
    guard XLIFF2Validator.isCore(element) else { return XLIFF2AttributeSet(allCases) }
    return XLIFF2AttributeSet(allowed(on: element).filter { !$0.hasFixedValues })
  }

  /// Whether only some values are valid; ids, references and `hex` have rules of their own, and the reader looks at
  /// states.
  private var hasFixedValues: Bool {
    switch self {
    case .canResegment, .translate, .canCopy, .canDelete, .canOverlap, .isolated, .canReorder, .srcDir,
      .trgDir,
      .dir, .appliesTo, .priority, .type, .subType:
      true
    default: false
    }
  }

  /// The attributes an element of the core may have.
  static func allowed(on element: XLIFF2Element) -> [XLIFF2Attribute] {
    let common: [XLIFF2Attribute] = [.canCopy, .canDelete, .canReorder, .copyOf, .type, .subType]
    let inherited: [XLIFF2Attribute] = [.id, .canResegment, .translate, .srcDir, .trgDir]
    let halves = common + [.canOverlap, .dataRef, .dir, .disp, .equiv, .id, .isolated, .subFlows]
    switch element {
    case .xliff: return [.version, .srcLang, .trgLang]
    case .file: return inherited + [.original]
    case .skeleton: return [.href]
    case .group, .unit: return inherited + [.name, .type]
    case .note: return [.id, .appliesTo, .category, .priority, .ref]
    case .data: return [.id, .dir]
    case .segment: return [.id, .canResegment, .state, .subState]
    case .ignorable: return [.id]
    case .target: return [.order]
    case .cp: return [.hex]
    case .ph: return common + [.dataRef, .disp, .equiv, .id, .subFlows]
    case .pc:
      return common + [
        .canOverlap, .dataRefStart, .dataRefEnd, .dispStart, .dispEnd, .equivStart, .equivEnd, .id, .dir,
        .subFlowsStart, .subFlowsEnd,
      ]
    case .sc: return halves
    case .ec: return halves + [.startRef]
    case .mrk, .sm: return [.id, .translate, .type, .ref, .value]
    case .em: return [.startRef]
    default: return []
    }
  }
}
