import Foundation

/// A JSON number, exact up to 38 digits.
///
/// - Edge cases: `1.0` is 1. A number beyond `Decimal`, such as `1e300`, is the nearest double.
public struct JSONNumber: Hashable, Sendable {
  private enum Storage: Hashable { case integer(Int64), decimal(Decimal), double(Double) }

  private let storage: Storage

  /// Makes a number from an integer.
  public init(_ value: Int64) { storage = .integer(value) }

  /// Makes a number from a decimal.
  public init(_ value: Decimal) {
    storage = Int64("\(value)").map(Storage.integer) ?? .decimal(value)
  }

  /// Makes a number from a double; nil for infinity and NaN, which JSON lacks.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    if let whole = Int64(exactly: value) {
      storage = .integer(whole)
    } else if let decimal = Decimal(string: "\(value)"), "\(decimal)" == "\(value)" {
      storage = .decimal(decimal)
    } else {
      storage = .double(value)
    }
  }

  /// The integer; nil if the number is not whole, or needs more than 64 bits.
  public var int64: Int64? {
    if case .integer(let value) = storage { value } else { nil }
  }

  /// The nearest double.
  public var double: Double {
    switch storage {
    case .integer(let value): Double(value)
    case .decimal(let value): Double("\(value)") ?? .nan
    case .double(let value): value
    }
  }

  /// The number in JSON's text.
  public var text: String {
    switch storage {
    case .integer(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .double(let value): "\(value)"
    }
  }
}

extension JSONNumber: Codable {
  /// Reads a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let whole = try? container.decode(Int64.self) {
      self.init(whole)
      return
    }
    if let decimal = try? container.decode(Decimal.self), !decimal.isNaN {
      self.init(decimal)
      return
    }
    let double = try container.decode(Double.self)
    guard let number = JSONNumber(double) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "found \(double); expected a number")
    }
    self = number
  }

  /// Writes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch storage {
    case .integer(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    }
  }
}
