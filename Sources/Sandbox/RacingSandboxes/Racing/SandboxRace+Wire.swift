import Columns
import SandboxCore

extension SandboxRace {
  /// Returns the race as a list element.
  func listed(_ form: WireForm, on today: Day) -> WireJSON {
    switch form {
    case .live: .object(liveMembers(on: today))
    case .seed: seedObject(on: today)
    }
  }

  /// Returns the race with its runners.
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

  /// Whether a cancellation is known; it is from the race's day on.
  func isKnownCancelled(on today: Day) -> Bool { isCancelled && day <= today }

  /// Whether a withdrawal is known; it is from the race's day on.
  func isKnownNonRunner(_ index: Int, on today: Day) -> Bool {
    runners[index].isNonRunner && day <= today
  }
}
