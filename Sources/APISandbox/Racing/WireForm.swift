import Columns

/// How the racing service spells its answers.
public enum WireForm: String, CaseIterable, Sendable {
  /// As the live service: `id_race`, all values texts, runners in `/race/{id}` alone.
  case live
  /// As the seed's document: `race_id`, numbers and flags, runners in every list.
  case seed
}

extension SandboxRace {
  /// The race as one of a list.
  func listed(_ form: WireForm, on today: Day) -> WireJSON {
    switch form {
    case .live: .object(liveMembers(on: today))
    case .seed: seedObject(on: today)
    }
  }

  /// The race with its runners.
  func detail(_ form: WireForm, on today: Day) -> WireJSON {
    switch form {
    case .live:
      .object(
        liveMembers(on: today) + [
          ("horses", .list(runners.indices.map { liveRunner($0, on: today) }))
        ])
    case .seed: seedObject(on: today)
    }
  }

  /// A cancellation is known from the day on.
  func isKnownCancelled(on today: Day) -> Bool { isCancelled && day <= today }

  /// A withdrawal is known from the day on.
  func isKnownNonRunner(_ index: Int, on today: Day) -> Bool {
    runners[index].isNonRunner && day <= today
  }
}
