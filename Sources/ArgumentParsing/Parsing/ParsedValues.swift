/// The values of a command's properties, and the decoder through which its synthesized `init(from:)` takes them.
struct ParsedValues {
  var values: [PropertyPath: Any]

  /// Makes the arguments and checks them.
  func decode<Arguments: ParsableArguments>(_ type: Arguments.Type) throws -> Arguments {
    var arguments = try Arguments(from: PropertyDecoder(values: self, path: PropertyPath()))
    try arguments.validate()
    return arguments
  }
}

/// The view of one property, or of one nested group, on the parsed values.
struct PropertyDecoder: Decoder {
  let values: ParsedValues
  let path: PropertyPath

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The property's value.
  func value<Value>(as type: Value.Type) -> Value {
    guard let value = values.values[path] as? Value else {
      preconditionFailure("no value for '\(path.names.joined(separator: "."))': is it declared in init()?")
    }
    return value
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(PropertyContainer<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw unsupported }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw unsupported }

  var unsupported: DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: [], debugDescription: "arguments are decoded property by property"))
  }
}

/// The properties of a command or a group, by name.
private struct PropertyContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: PropertyDecoder

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  private func property(_ key: Key) -> PropertyDecoder {
    PropertyDecoder(values: decoder.values, path: decoder.path.appending(key.stringValue))
  }

  func contains(_ key: Key) -> Bool { decoder.values.values[property(key).path] != nil }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let property = property(key)
    // A property without a wrapper keeps what `init()` gave it.
    if let value = property.values.values[property.path] as? T { return value }
    return try T(from: property)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    property(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw decoder.unsupported
  }

  func superDecoder() throws -> any Decoder { throw decoder.unsupported }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.unsupported }
}
