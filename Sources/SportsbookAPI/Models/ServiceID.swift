/// An id that the service writes as a number or as a text.
///
/// The guide's ids of events are numbers, those of the live service texts such as `4067574.1`. A
/// number and the text of its digits are the same id.
public struct ServiceID: Hashable, Sendable {
  /// The id as a text.
  public let text: String

  /// The id of a text.
  public init(_ text: String) { self.text = text }

  /// The id of a number.
  public init(_ number: Int) { text = String(number) }

  /// The whole number; nil for an id that is none.
  public var number: Int? { Int(text).flatMap { String($0) == text ? $0 : nil } }
}

extension ServiceID: CustomStringConvertible, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral
{
  /// The text.
  public var description: String { text }

  /// The id of a number.
  public init(integerLiteral value: Int) { self.init(value) }

  /// The id of a text.
  public init(stringLiteral value: String) { self.init(value) }
}

extension ServiceID: Codable {
  /// Reads a text or a number.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Int.self) {
      self.init(number)
    } else {
      self.init(try value.decode(String.self))
    }
  }

  /// Writes a number where the id is one, else a text.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    if let number {
      try value.encode(number)
    } else {
      try value.encode(text)
    }
  }
}
