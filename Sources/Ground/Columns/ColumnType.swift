/// The meaning of a column's values, which determines their layout.
public enum ColumnType: Hashable, Sendable {
  case int16
  case int32
  case int64
  case double
  case boolean
  /// Days since 1970-01-01, Int32.
  case date
  /// Microseconds since 1970-01-01 00:00 UTC, Int64.
  case instant
  /// A decimal number in 10⁻⁶ units, Int64: prices, lengths, weights, money.
  case micros
  case text
  /// Int32 codes into the named store-wide dictionary.
  case coded(dictionary: String)

  /// The type's name in schemas and documentation.
  public var name: String {
    switch self {
    case .int16: "int16"
    case .int32: "int32"
    case .int64: "int64"
    case .double: "double"
    case .boolean: "boolean"
    case .date: "date"
    case .instant: "instant"
    case .micros: "micros"
    case .text: "text"
    case .coded(let dictionary): "coded:" + dictionary
    }
  }

  /// Makes the type of a name; nil if unknown.
  public init?(name: String) {
    let plain: [ColumnType] = [
      .int16, .int32, .int64, .double, .boolean, .date, .instant, .micros, .text,
    ]
    if let match = plain.first(where: { $0.name == name }) {
      self = match
    } else if name.hasPrefix("coded:"), name.count > 6 {
      self = .coded(dictionary: String(name.dropFirst(6)))
    } else {
      return nil
    }
  }
}

/// A column's name and type.
public struct Field: Hashable, Sendable {
  /// The name, in the words of `docs/schema.md`.
  public let name: String
  /// The meaning of the values.
  public let type: ColumnType

  /// Makes a field.
  public init(_ name: String, _ type: ColumnType) {
    self.name = name
    self.type = type
  }
}
