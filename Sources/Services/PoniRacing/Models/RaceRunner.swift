/// A horse in a race in an app; a value that the source omits is nil.
public struct RaceRunner: Codable, Equatable, Identifiable, Sendable {
  /// The horse's id; its name if the source has no id.
  public var id: String { horseID ?? horse }
  /// The horse's id at its source.
  public var horseID: String?
  /// The horse's name.
  public var horse: String
  /// The jockey.
  public var jockey: String?
  /// The trainer.
  public var trainer: String?
  /// The saddle cloth, such as `1A`.
  public var number: String?
  /// The horse's age in years.
  public var age: Int?
  /// The weight carried, in pounds.
  public var weightPounds: Double?
  /// Decimal odds, stake included.
  public var odds: Double?
  /// The price in the source's words.
  public var oddsText: String?
  /// The finishing position, from 1.
  public var position: Int?
  /// Lengths behind the horse in front, as written.
  public var beaten: String?
  /// Whether the horse was withdrawn.
  public var isNonRunner: Bool
  /// Form figures.
  public var form: String?

  /// Makes a runner with nothing else known.
  public init(horse: String, horseID: String? = nil, isNonRunner: Bool = false) {
    self.horse = horse
    self.horseID = horseID
    self.isNonRunner = isNonRunner
  }
}
