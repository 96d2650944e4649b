// The readers behind the initializers of `@Option` and `@Argument`.

extension ValueReader where Value: ExpressibleByArgument {
  static func spelled(initial: Value?, _ completion: CompletionKind?) -> ValueReader {
    .single(initial: initial) { initial in
      ValueFacts(of: Value.self, initial: initial.map { [$0] } ?? [], completion: completion)
    } parse: {
      Value(argument: $0)
    }
  }
}

extension ValueReader {
  static func spelled<Element: ExpressibleByArgument>(
    _ completion: CompletionKind?
  ) -> ValueReader where Value == Element? {
    .optional { _ in
      ValueFacts(of: Element.self, completion: completion)
    } parse: {
      Element(argument: $0)
    }
  }

  static func spelled<Element: ExpressibleByArgument>(
    initial: [Element]?, _ completion: CompletionKind?
  ) -> ValueReader where Value == [Element] {
    .array(initial: initial) { initial in
      ValueFacts(of: Element.self, initial: initial ?? [], completion: completion)
    } parse: {
      Element(argument: $0)
    }
  }

  static func made(
    initial: Value?, _ completion: CompletionKind?, _ transform: @escaping Parse<Value>
  ) -> ValueReader {
    .single(initial: initial) { initial in
      ValueFacts(initial: initial.map { [$0] } ?? [], completion: completion)
    } parse: {
      try transform($0)
    }
  }

  static func made<Element>(
    _ completion: CompletionKind?, _ transform: @escaping Parse<Element>
  ) -> ValueReader where Value == Element? {
    .optional { _ in
      ValueFacts(initial: [], completion: completion)
    } parse: {
      try transform($0)
    }
  }

  static func made<Element>(
    initial: [Element]?, _ completion: CompletionKind?, _ transform: @escaping Parse<Element>
  ) -> ValueReader where Value == [Element] {
    .array(initial: initial) { initial in
      ValueFacts(initial: initial ?? [], completion: completion)
    } parse: {
      try transform($0)
    }
  }
}
