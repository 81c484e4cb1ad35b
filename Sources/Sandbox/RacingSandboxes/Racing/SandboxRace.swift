import Columns
import Racing
import SandboxCore

/// A race with its result; the sandbox's day decides which part is visible.
struct SandboxRace: Sendable {
  let id: String
  /// The day in New York.
  let day: Day
  /// The scheduled off, µs since 1970 UTC.
  let offMicros: Int64
  let course: String
  let name: String
  let distance: AmericanDistance
  /// The distance, such as `6 furlongs` or `6f`.
  let distanceText: String
  /// The age group, such as `3yo+`.
  let age: String
  let isCancelled: Bool
  /// In order of their numbers.
  var runners: [SandboxRunner]

  /// Whether the race is over and counts.
  func isFinished(on today: Day) -> Bool { day < today && !isCancelled }

  /// Returns the runner's beaten distance in the feed: `dh` for all but the first of runners that
  /// share a position.
  func distanceBeaten(_ index: Int) -> String {
    guard let position = runners[index].position else { return "" }
    return runners[..<index].contains { $0.position == position } ? "dh" : ""
  }
}

/// A horse's entry in one race.
struct SandboxRunner: Sendable {
  let horseID: String
  let horse: String
  /// The jockey; empty if the feed names none.
  let jockey: String
  let trainer: String
  let age: Int
  let weightPounds: Int
  let number: Int
  /// Earlier positions, latest last.
  let form: String
  /// The outcome: `finished`, `didNotFinish`, `unresolved` if the feed does not say, `nonRunner`,
  /// or `void` in a cancelled race.
  let outcome: Outcome
  var position: Int?
  /// Decimal odds in millionths, stake included; nil for none.
  var spMicros: Int64?

  var isNonRunner: Bool { outcome == .nonRunner }

  /// The feed's text in place of a position; empty for none.
  var finishCode: String { outcome == .didNotFinish ? "DNF" : "" }

  /// The weight in stones and pounds, such as `8-9`.
  var weightText: String { "\(weightPounds / 14)-\(weightPounds % 14)" }

  /// Formats the price, such as `2.10`, or `2.1` in the short form; empty for none.
  func priceText(isShort: Bool) -> String {
    guard let spMicros else { return "" }
    return isShort
      ? ExactText.decimal(spMicros, places: 6) : ExactText.fixed(spMicros, places: 2, scale: 6)
  }
}
