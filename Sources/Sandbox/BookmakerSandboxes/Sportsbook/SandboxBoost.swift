import SandboxCore

/// Boosted odds for one outcome of an event; they change with the market and by themselves.
struct SandboxBoost: Sendable {
  /// The time from the start to the kick-off.
  private static let openTime: Int64 = 36 * 3_600_000_000
  /// The time between changes of the boost itself.
  private static let segmentTime: Int64 = 6 * 3_600_000_000
  private static let second: Int64 = 1_000_000

  let event: SandboxEvent
  let outcome: Int
  private let draw: SeededDraw

  /// Makes the boost of an event; nil for most events.
  init?(_ event: SandboxEvent, seed: UInt64) {
    guard event.id % 10 % 4 == 0 else { return nil }
    self.event = event
    draw = SeededDraw(seed, 4, event.id)
    outcome = draw.below(event.sport.outcomes.count)
  }

  var id: Int { event.id }
  /// The first moment.
  var start: Int64 { event.kickOff - Self.openTime }
  /// The last moment.
  var end: Int64 { event.kickOff - Self.second }
  var outcomeName: String { event.sport.outcomes[outcome] }

  var title: String {
    switch outcomeName {
    case "1": "Boosted: \(event.homeName) to Win"
    case "2": "Boosted: \(event.awayName) to Win"
    default: "Boosted: \(event.homeName) and \(event.awayName) to Draw"
    }
  }

  /// Returns the original and the boosted odds at a moment, in hundredths.
  ///
  /// Before the boost's start they equal the odds at its start, after its end the odds at its end.
  func odds(at moment: Int64) -> (original: Int, boosted: Int) {
    let moment = max(start, min(end, moment))
    let original = event.price(outcome, at: moment)
    let percent = 5 + 5 * draw.below(4, 1 + Int((moment - start) / Self.segmentTime))
    return (original, (original * (100 + percent) + 50) / 100)
  }

  /// All its odds, each with its first and last moment.
  var history: [(from: Int64, to: Int64, original: Int, boosted: Int)] {
    var rows: [(from: Int64, to: Int64, original: Int, boosted: Int)] = []
    for moment in stride(from: start, to: end, by: Int64.Stride(SandboxEvent.stepTime)) {
      let odds = odds(at: moment)
      if let last = rows.indices.last {
        if (rows[last].original, rows[last].boosted) == odds { continue }
        rows[last].to = moment - Self.second
      }
      rows.append((moment, end, odds.original, odds.boosted))
    }
    return rows
  }
}
