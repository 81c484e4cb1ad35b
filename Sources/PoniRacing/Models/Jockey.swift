/// A jockey as an app shows it.
public struct Jockey: Codable, Equatable, Identifiable, Sendable {
  /// The name, which the service has no id beside.
  public var id: String { name }
  /// The name.
  public var name: String
  /// Starts.
  public var starts: Int
  /// Wins.
  public var wins: Int
  /// Wins of a hundred starts.
  public var winPercentage: Double
  /// The last finishes, as the source orders them.
  public var recentForm: [String]

  /// Makes a jockey.
  public init(
    name: String, starts: Int, wins: Int, winPercentage: Double, recentForm: [String] = []
  ) {
    self.name = name
    self.starts = starts
    self.wins = wins
    self.winPercentage = winPercentage
    self.recentForm = recentForm
  }
}
