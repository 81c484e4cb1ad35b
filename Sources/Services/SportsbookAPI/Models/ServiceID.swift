/// An id that the service writes as a number or as text.
///
/// The guide's event ids are numbers; the live service's are texts such as `4067574.1`. A number
/// and the text of its digits are the same id.
public struct ServiceID: Hashable, Sendable {
  /// The id as a text.
  public let text: String

  /// Makes an id from text.
  public init(_ text: String) { self.text = text }

  /// Makes an id from a number.
  public init(_ number: Int) { text = String(number) }

  /// The id as an integer; nil if it is not one.
  public var number: Int? { Int(text).flatMap { String($0) == text ? $0 : nil } }
}

extension ServiceID: CustomStringConvertible, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral
{
  /// The text.
  public var description: String { text }

  /// Makes an id from a number.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Makes an id from text.
  public init(stringLiteral value: String) { self.init(value) }
}

extension ServiceID: Codable {
  /// Reads text or a number.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Int.self) {
      self.init(number)
    } else {
      self.init(try value.decode(String.self))
    }
  }

  /// Writes a number if the id is one, otherwise text.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    if let number {
      try value.encode(number)
    } else {
      try value.encode(text)
    }
  }
}
