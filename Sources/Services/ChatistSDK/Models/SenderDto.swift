import APICore

/// The author of a message.
public struct SenderDto: Codable, Hashable, Sendable {
  /// The name; empty if the service omits it.
  public let name: String
  /// The type, such as `customer`, `ai agent`, `human agent` or `system`; nil if omitted.
  public let type: String?
  /// The URL of a picture.
  public let avatar: String?
  /// Further members from the service.
  public let extras: [String: JSONValue]

  /// Makes an author.
  public init(
    name: String, type: String? = nil, avatar: String? = nil, extras: [String: JSONValue] = [:]
  ) {
    self.name = name
    self.type = type
    self.avatar = avatar
    self.extras = extras
  }

  /// Reads an object, or a text that is only the name.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self.init(name: name)
      return
    }
    let fields = try decoder.container(keyedBy: AnyName.self)
    self.init(
      name: try fields.text("name") ?? "", type: try fields.text("type"),
      avatar: try fields.text("avatar"),
      extras: try fields.values(except: ["name", "type", "avatar"]))
  }

  /// Writes an object.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: AnyName.self)
    try fields.encode(name, forKey: "name")
    try fields.encodeIfPresent(type, forKey: "type")
    try fields.encodeIfPresent(avatar, forKey: "avatar")
    for (name, value) in extras { try fields.encode(value, forKey: AnyName(stringValue: name)) }
  }

  /// Whether it is the customer.
  public var isCustomer: Bool { type?.lowercased() == "customer" }
}

/// The name of any member.
struct AnyName: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
  init(stringLiteral value: String) { stringValue = value }
}

extension KeyedDecodingContainer where Key == AnyName {
  /// Reads an id: a text that is not empty, or a whole number as its text.
  func id() throws(DecodingError) -> String {
    let text = try requiredText("id")
    let isText = (try? decode(String.self, forKey: "id")) != nil
    let isWhole = text.drop { $0 == "-" }.utf8.allSatisfy { (48...57).contains($0) }
    guard !text.isEmpty, isText || isWhole else {
      throw .dataCorruptedError(
        forKey: "id", in: self,
        debugDescription: "found “\(text.prefix(40))”; expected a text or a whole number")
    }
    return text
  }

  /// Returns the members with other names.
  func values(except known: Set<String>) throws(DecodingError) -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    for key in allKeys where !known.contains(key.stringValue) {
      do {
        values[key.stringValue] = try decode(JSONValue.self, forKey: key)
      } catch {
        throw .dataCorruptedError(forKey: key, in: self, debugDescription: "\(error)")
      }
    }
    return values
  }
}
