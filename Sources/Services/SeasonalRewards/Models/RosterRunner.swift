import APICore

/// A runner of the club in the server's roster; not in the guide.
public struct RosterRunner: Codable, Equatable, Identifiable, Sendable {
  /// The runner's id.
  public let id: Int
  /// The name.
  public let name: String
  /// The year of graduation; the service writes text.
  public let graduatingClass: String?
  /// Whether the runner is active; the service writes `isActive` or `active`.
  public let isActive: Bool
  /// `UA` or `NU`.
  public let team: String?

  /// Makes a runner.
  public init(id: Int, name: String, graduatingClass: String?, isActive: Bool, team: String?) {
    self.id = id
    self.name = name
    self.graduatingClass = graduatingClass
    self.isActive = isActive
    self.team = team
  }

  private enum CodingKeys: String, CodingKey {
    case id, name, graduatingClass, isActive, active, team
  }

  /// Reads either spelling; texts and numbers are interchangeable.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.requiredInteger(.id)
    name = try fields.requiredText(.name)
    graduatingClass = try fields.text(.graduatingClass)
    isActive = try fields.requiredFlag(.isActive, or: .active)
    team = try fields.text(.team)
  }

  /// Writes the server's names.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(name, forKey: .name)
    try fields.encodeIfPresent(graduatingClass, forKey: .graduatingClass)
    try fields.encode(isActive, forKey: .isActive)
    try fields.encodeIfPresent(team, forKey: .team)
  }
}
