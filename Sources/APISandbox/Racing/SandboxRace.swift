import Columns
import Racing

/// A race as it was run or will be; what of it is told depends on the sandbox's day.
struct SandboxRace: Sendable {
  let id: String
  /// The day in New York.
  let day: Day
  /// The scheduled off, µs since 1970 UTC.
  let offMicros: Int64
  let course: String
  let name: String
  let distance: AmericanDistance
  /// Such as `6 furlongs` or `6f`.
  let distanceText: String
  /// Such as `3yo+`.
  let age: String
  let isCancelled: Bool
  /// In order of their numbers.
  var runners: [SandboxRunner]

  /// Whether the race is over and counts.
  func isFinished(on today: Day) -> Bool { day < today && !isCancelled }

  /// What the feed says of how far a runner was beaten: `dh` for all but the first of those who
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
  /// Empty where the feed names none.
  let jockey: String
  let trainer: String
  let age: Int
  let weightPounds: Int
  let number: Int
  /// Earlier positions, the latest last.
  let form: String
  /// `finished`, `didNotFinish`, `unresolved` where the feed does not say, `nonRunner`, or `void` in a
  /// cancelled race.
  let outcome: Outcome
  var position: Int?
  /// Decimal odds in millionths, stake included; nil for none.
  var spMicros: Int64?

  var isNonRunner: Bool { outcome == .nonRunner }

  /// What the feed has in a position's place; empty where it has nothing.
  var finishCode: String { outcome == .didNotFinish ? "DNF" : "" }

  /// Stones and pounds, such as `8-9`.
  var weightText: String { "\(weightPounds / 14)-\(weightPounds % 14)" }

  /// Such as `2.10`, or `2.1` in the short form; empty for none.
  func priceText(isShort: Bool) -> String {
    guard let spMicros else { return "" }
    return isShort
      ? ExactText.decimal(spMicros, places: 6) : ExactText.fixed(spMicros, places: 2, scale: 6)
  }
}
