import ColumnStore
import Columns
import Questions
import RunnerKeys

/// A request for a day's card, and for the figures beside its runners.
public struct CardRequest: Sendable {
  /// The day of the races.
  public var day: Day
  /// Whose figures to compute, by keys that are known before a race.
  public var dimensions: [Dimension]
  /// The scope of the figures; the as-of date is always the card's day.
  public var scope = ReportScope()
  /// The courses to show, as they are typed: in any case, or begun only; none for all.
  public var courses: [String] = []
  /// The angles whose runners are marked, none twice; each has choices of facts of its own.
  public var angles: [Angle] = []
  /// The choices that facts of earlier runs depend on.
  public var facts = FactRules.standard
  /// Spellings that stand for one name.
  public var aliases = NameAliases()
  /// Number of worker threads.
  public var threads = 1

  /// The dimensions of a card that asks for none: jockey, trainer, horse and jockey with trainer.
  public static let standardDimensions = ["jockey", "trainer", "horse", "jockey+trainer"]

  /// Asks for a day's card.
  ///
  /// - Parameters:
  ///   - day: The day of the races.
  ///   - dimensions: Whose figures to compute: keys joined by `+`.
  /// - Throws: `ReportError` `.unknownDimension` for keys that there are not, `.laterKey` for
  ///   those that are known after the race only, such as `odds_band`.
  public init(
    day: Day, dimensions: [String] = CardRequest.standardDimensions
  ) throws(ReportError) {
    self.day = day
    self.dimensions = []
    for text in dimensions {
      let dimension = try Dimension(text)
      if let key = dimension.keys.first(where: Dimension.isLater) {
        throw .laterKey(found: key)
      }
      guard !self.dimensions.contains(dimension) else {
        throw .unknownDimension(found: "\(text) twice")
      }
      self.dimensions.append(dimension)
    }
  }
}
