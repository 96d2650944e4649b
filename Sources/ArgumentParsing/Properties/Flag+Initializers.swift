extension Flag where Value == Bool {
  /// A flag that is off unless it is given.
  public init(wrappedValue: Bool, name: NameSpecification = .long, help: ArgumentHelp? = nil) {
    self.init(
      FlagDeclaration(
        names: { name.names(for: $0) },
        describe: { property in
          [ArgumentDescription(kind: .flag, names: name.names(for: property), help: help, property: property)]
        },
        resolve: { flags, _ in flags.isEmpty ? wrappedValue : true }))
  }

  /// A flag that can be turned on and off.
  public init(
    wrappedValue: Bool, name: NameSpecification = .long, inversion: FlagInversion,
    exclusivity: FlagExclusivity = .chooseLast, help: ArgumentHelp? = nil
  ) {
    self.init(.invertible(initial: wrappedValue, name, inversion, exclusivity, help) { $0 })
  }

  /// A flag that has to be turned on or off.
  public init(
    name: NameSpecification = .long, inversion: FlagInversion, exclusivity: FlagExclusivity = .chooseLast,
    help: ArgumentHelp? = nil
  ) {
    self.init(.invertible(initial: nil, name, inversion, exclusivity, help) { $0 })
  }
}

extension Flag where Value == Bool? {
  /// A flag that can be turned on and off, or left out.
  public init(
    wrappedValue: _OptionalNilComparisonType, name: NameSpecification = .long, inversion: FlagInversion,
    exclusivity: FlagExclusivity = .chooseLast, help: ArgumentHelp? = nil
  ) {
    self.init(name: name, inversion: inversion, exclusivity: exclusivity, help: help)
  }

  /// A flag that can be turned on and off, or left out.
  public init(
    name: NameSpecification = .long, inversion: FlagInversion, exclusivity: FlagExclusivity = .chooseLast,
    help: ArgumentHelp? = nil
  ) {
    self.init(.invertible(initial: .some(nil), name, inversion, exclusivity, help) { $0 })
  }
}

extension Flag where Value == Int {
  /// A flag that counts how often it is given.
  public init(name: NameSpecification = .long, help: ArgumentHelp? = nil) {
    self.init(
      FlagDeclaration(
        names: { name.names(for: $0) },
        describe: { property in
          [
            ArgumentDescription(
              kind: .flag, names: name.names(for: property), help: help, property: property, isRepeating: true
            )
          ]
        },
        resolve: { flags, _ in flags.count }))
  }
}

extension Flag where Value: EnumerableFlag & Sendable {
  /// A flag for each value, and a default.
  public init(wrappedValue: Value, exclusivity: FlagExclusivity = .exclusive, help: ArgumentHelp? = nil) {
    self.init(.enumerable(initial: wrappedValue, isRequired: false, exclusivity, help) { $0 })
  }

  /// A flag for each value, of which one has to be given.
  public init(exclusivity: FlagExclusivity = .exclusive, help: ArgumentHelp? = nil) {
    self.init(.enumerable(initial: nil, isRequired: true, exclusivity, help) { $0 })
  }
}

extension Flag {
  /// A flag for each value, all of which may be left out.
  public init<Element: EnumerableFlag & Sendable>(
    wrappedValue: _OptionalNilComparisonType, exclusivity: FlagExclusivity = .exclusive,
    help: ArgumentHelp? = nil
  ) where Value == Element? {
    self.init(exclusivity: exclusivity, help: help)
  }

  /// A flag for each value, all of which may be left out.
  public init<Element: EnumerableFlag & Sendable>(
    exclusivity: FlagExclusivity = .exclusive, help: ArgumentHelp? = nil
  ) where Value == Element? {
    self.init(.enumerable(initial: .some(nil), isRequired: false, exclusivity, help) { $0 })
  }

  /// A flag for each value; those given, in order, replace the default.
  public init<Element: EnumerableFlag & Sendable>(wrappedValue: [Element], help: ArgumentHelp? = nil)
  where Value == [Element] {
    let cases = FlagCases<Element>(help: help)
    self.init(
      FlagDeclaration(
        names: { _ in cases.allNames },
        describe: { cases.describe($0, initial: wrappedValue, isRequired: false, isRepeating: true) },
        resolve: { flags, _ in
          flags.isEmpty ? wrappedValue : flags.compactMap { cases.value(of: $0) }
        }))
  }
}

extension FlagDeclaration {
  /// A Boolean with names for both of its values.
  fileprivate static func invertible(
    initial: Value?, _ name: NameSpecification, _ inversion: FlagInversion, _ exclusivity: FlagExclusivity,
    _ help: ArgumentHelp?, wrap: @escaping @Sendable (Bool) -> Value
  ) -> FlagDeclaration where Value: Sendable {
    FlagDeclaration(
      names: { property in
        let (on, off) = inversion.names(name.names(for: property))
        return on + off
      },
      describe: { property in
        let (on, off) = inversion.names(name.names(for: property))
        var facts = ValueFacts()
        if let initial = initial as? Bool {
          let names = initial ? on : off
          facts.initial = (names.first(where: \.isLong) ?? names.first)?.description
        }
        return [
          ArgumentDescription(
            kind: .flag, names: on, inverseNames: off, help: help, property: property,
            isRequired: initial == nil, facts: facts)
        ]
      },
      resolve: { flags, property throws(ParserError) in
        let on = inversion.names(name.names(for: property)).on
        guard let flag = try exclusivity.choose(flags, isSame: { on.contains($0) == on.contains($1) }) else {
          return initial
        }
        return wrap(on.contains(flag))
      })
  }

  /// One value out of a list with a flag for each.
  fileprivate static func enumerable<Element: EnumerableFlag & Sendable>(
    initial: Value?, isRequired: Bool, _ exclusivity: FlagExclusivity, _ help: ArgumentHelp?,
    wrap: @escaping @Sendable (Element) -> Value
  ) -> FlagDeclaration where Value: Sendable {
    let cases = FlagCases<Element>(help: help)
    return FlagDeclaration(
      names: { _ in cases.allNames },
      describe: { property in
        let initial = (initial as? Element).map { [$0] } ?? []
        return cases.describe(property, initial: initial, isRequired: isRequired, isRepeating: false)
      },
      resolve: { flags, _ throws(ParserError) in
        let isSame = { cases.value(of: $0) == cases.value(of: $1) }
        guard let flag = try exclusivity.choose(flags, isSame: isSame) else { return initial }
        return cases.value(of: flag).map(wrap)
      })
  }
}

/// The flags of all values of one type.
private struct FlagCases<Element: EnumerableFlag & Sendable>: Sendable {
  /// What help says about a value that says nothing itself.
  let help: ArgumentHelp?

  private func names(_ value: Element) -> [OptionName] {
    Element.name(for: value).names(for: String(describing: value))
  }

  var allNames: [OptionName] { Element.allCases.flatMap { names($0) } }

  func value(of name: OptionName) -> Element? {
    Element.allCases.first { names($0).contains(name) }
  }

  func describe(
    _ property: String, initial: [Element], isRequired: Bool, isRepeating: Bool
  ) -> [ArgumentDescription] {
    Element.allCases.map { value in
      var facts = ValueFacts()
      let names = names(value)
      if initial.contains(value) {
        facts.initial = (names.first(where: \.isLong) ?? names.first)?.description
      }
      return ArgumentDescription(
        kind: .flag, names: names, help: Element.help(for: value) ?? help, property: property,
        isRequired: isRequired, isRepeating: isRepeating, facts: facts)
    }
  }
}
