import Columns
import Foundation

/// Any JSON value, for members of an answer without a Swift type.
public enum JSONValue: Hashable, Sendable {
  /// The value `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number.
  case number(JSONNumber)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Members by name.
  case object([String: JSONValue])

  /// Reads a JSON text.
  ///
  /// - Parameter data: JSON in UTF-8.
  /// - Throws: ``JSONFailure`` if it is not JSON.
  public init(parsing data: Data) throws(JSONFailure) {
    try JSONFailure.checkText(data)
    do {
      self = try JSONDecoder().decode(JSONValue.self, from: data)
    } catch {
      throw JSONFailure(error, of: data)
    }
  }

  /// A member of an object; nil if the value is no object or lacks the name.
  public subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// An element of a list; nil if the value is no list or too short.
  public subscript(index: Int) -> JSONValue? {
    if case .array(let list) = self, list.indices.contains(index) { list[index] } else { nil }
  }

  /// The text of a string, or of a number or flag in JSON's form; nil for anything else.
  public var text: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// The JSON text, members sorted by name.
  public var json: String { JSONText.text(self) }
}

extension JSONValue: Codable {
  /// Reads any value.
  public init(from decoder: any Decoder) throws {
    if var list = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !list.isAtEnd { values.append(try list.decode(JSONValue.self)) }
      self = .array(values)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let flag = try? single.decode(Bool.self) {
      self = .bool(flag)
    } else if let text = try? single.decode(String.self) {
      self = .string(text)
    } else if let number = try? single.decode(JSONNumber.self) {
      self = .number(number)
    } else {
      self = .object(try single.decode([String: JSONValue].self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Makes a flag.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes a whole number.
  public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }

  /// Makes a number.
  public init(floatLiteral value: Double) { self = JSONNumber(value).map { .number($0) } ?? .null }

  /// Makes a text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes a list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Makes an object; of two members with one name the last counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
