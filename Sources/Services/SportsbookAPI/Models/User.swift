import APICore

/// A user of the service.
public struct User: Codable, Identifiable, Equatable, Sendable {
  /// The user's id.
  public let id: Int
  /// The name.
  public let name: String
  /// Further members, by name.
  public let details: [String: JSONValue]

  /// Makes a user.
  public init(id: Int, name: String, details: [String: JSONValue] = [:]) {
    self.id = id
    self.name = name
    self.details = details
  }

  /// Reads id and name, and keeps all other members.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    var members = try decoder.singleValueContainer().decode([String: JSONValue].self)
    members["id"] = nil
    members["name"] = nil
    self.init(
      id: try fields.requiredInteger(.id), name: try fields.text(.name) ?? "", details: members)
  }

  /// Writes all members.
  public func encode(to encoder: any Encoder) throws {
    var members = details
    members["id"] = .number(JSONNumber(Int64(id)))
    members["name"] = .string(name)
    var value = encoder.singleValueContainer()
    try value.encode(members)
  }
}
