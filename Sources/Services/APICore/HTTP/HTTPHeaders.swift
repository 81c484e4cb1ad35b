/// The header fields of a request or response, in order; names are case-insensitive.
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The fields in the order of sending.
  public private(set) var fields: [Field]

  /// One header field.
  public struct Field: Hashable, Sendable {
    /// The name, such as `Retry-After`.
    public let name: String
    /// The value, without spaces at either end.
    public let value: String

    /// Makes a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes headers from fields.
  public init(_ fields: [Field] = []) { self.fields = fields }

  /// Makes headers from names and values.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The first value of a name; setting it replaces all values of the name, nil removes them.
  public subscript(name: String) -> String? {
    get { fields.first { Self.matches($0.name, name) }?.value }
    set {
      fields.removeAll { Self.matches($0.name, name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// Adds a field, and keeps others of the same name.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Replaces fields by name.
  public mutating func replace(with others: HTTPHeaders) {
    for field in others.fields { fields.removeAll { Self.matches($0.name, field.name) } }
    fields += others.fields
  }

  // MARK: - Implementation

  private static func matches(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && one.lowercased() == other.lowercased()
  }
}
