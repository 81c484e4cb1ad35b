import SandboxCore
import SyntheticRacing

/// A tipster's bet and its outcome.
struct SandboxPick: Sendable {
  /// The first tipster's id.
  static let firstTipster = 101
  static let tipsterCount = 6
  private static let hour: Int64 = 3_600_000_000
  /// The time from the publication to the kick-off.
  private static let leadTime = 30 * hour

  let event: SandboxEvent
  /// Its place among the event's picks.
  let place: Int
  /// The tipster's place among the tipsters.
  let tipster: Int
  let outcome: Int

  /// Makes the picks of an event: one or two, by different tipsters.
  static func picks(_ event: SandboxEvent, seed: UInt64) -> [SandboxPick] {
    let draw = SeededDraw(seed, 5, event.id)
    let first = draw.below(tipsterCount)
    let second = (first + 1 + draw.below(tipsterCount - 1, 1)) % tipsterCount
    return [first, second].prefix(1 + draw.below(2, 2)).enumerated().map { place, tipster in
      // Tipsters with higher numbers know more: a share of their picks is right by knowledge, not
      // luck.
      let isKnown = draw.below(100, 10 + place) < 10 + 8 * tipster
      let guess = draw.below(event.sport.outcomes.count, 20 + place)
      return SandboxPick(
        event: event, place: place, tipster: tipster,
        outcome: isKnown ? event.result : guess)
    }
  }

  var id: Int { event.id * 10 + place }
  var tipsterID: Int { Self.firstTipster + tipster }
  var publishedAt: Int64 { event.kickOff - Self.leadTime + Int64(place) * Self.hour }
  var outcomeName: String { event.sport.outcomes[outcome] }
  /// The odds at its publication, in hundredths.
  var odds: Int { event.price(outcome, at: publishedAt) }
  var isWon: Bool { outcome == event.result }

  func tipsterName(seed: UInt64) -> String { People.name(5_000 + tipster, seed: seed) }
}
