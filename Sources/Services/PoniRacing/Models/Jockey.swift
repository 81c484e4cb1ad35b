/// A jockey in an app.
public struct Jockey: Codable, Equatable, Identifiable, Sendable {
  /// The name; the service has no ids of jockeys.
  public var id: String { name }
  /// The name.
  public var name: String
  /// Starts.
  public var starts: Int
  /// Wins.
  public var wins: Int
  /// Wins per hundred starts.
  public var winPercentage: Double
  /// The last finishes, in the source's order.
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
