import ColumnStore
import Columns
import Questions
import RunnerKeys

/// A request for a day's card with figures of its runners.
public struct CardRequest: Sendable {
  /// The day of the races.
  public var day: Day
  /// The dimensions of the figures; their keys must be known before a race.
  public var dimensions: [Dimension]
  /// The scope of the figures; the as-of date is always the card's day.
  public var scope = ReportScope()
  /// The courses to show, as typed: in any case, or only their beginning; empty for all.
  public var courses: [String] = []
  /// The angles to mark, without duplicates; each has its own settings of facts.
  public var angles: [Angle] = []
  /// Settings of the facts of earlier runs.
  public var facts = FactRules.standard
  /// Other spellings of names.
  public var aliases = NameAliases()
  /// Number of worker threads.
  public var threads = 1

  /// The default dimensions of a card: jockey, trainer, horse and jockey with trainer.
  public static let standardDimensions = ["jockey", "trainer", "horse", "jockey+trainer"]

  /// Requests a day's card.
  ///
  /// - Parameters:
  ///   - day: The day of the races.
  ///   - dimensions: The dimensions of the figures: keys joined by `+`.
  /// - Throws: `ReportError` `.unknownDimension` for unknown keys, `.laterKey` for keys known only
  ///   after the race, such as `odds_band`.
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
