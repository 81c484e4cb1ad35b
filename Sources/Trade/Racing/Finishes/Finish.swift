/// The end of one runner's race by a result's position column: a position, or an outcome.
public struct Finish: Hashable, Sendable {
  /// The highest position read; no race has that many runners.
  public static let maximumPosition: Int16 = 999

  /// The position, from 1; nil for a non-finisher, and for one too far back to be placed.
  public let position: Int16?

  /// The end of the run.
  public let outcome: Outcome

  /// Whether the text marks the position as shared.
  public let isDeadHeat: Bool

  /// Creates a finish in a position.
  init(position: Int16, isDeadHeat: Bool) {
    (self.position, outcome, self.isDeadHeat) = (position, .finished, isDeadHeat)
  }

  /// Creates the end of a run without a position.
  init(_ outcome: Outcome) {
    (position, self.outcome, isDeadHeat) = (nil, outcome, false)
  }
}
