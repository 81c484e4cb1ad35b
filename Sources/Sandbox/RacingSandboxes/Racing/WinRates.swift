import Columns
import Racing
import SandboxCore

/// Runs and wins by name over the days before today.
struct WinRates {
  private struct Tally {
    var runs = 0
    var wins = 0
    /// The latest races, latest first.
    var recent: [Bool] = []
  }

  /// The kind of names that the rates are about.
  enum Subject: String, CaseIterable {
    case jockey
    case trainer
    case horse

    func name(of runner: SandboxRunner) -> String {
      switch self {
      case .jockey: runner.jockey
      case .trainer: runner.trainer
      case .horse: runner.horse
      }
    }
  }

  private let subject: Subject
  private var tallies: [String: Tally] = [:]

  /// Counts the starters in finished races of days `today - days ..< today`.
  init(_ races: [SandboxRace], by subject: Subject, days: Int, before today: Day) {
    self.subject = subject
    for race in races.reversed() where race.isFinished(on: today) && race.day >= today - days {
      for runner in race.runners where runner.outcome.isStarter {
        let name = subject.name(of: runner)
        guard !name.isEmpty else { continue }
        let isWin = runner.position == 1
        tallies[name, default: Tally()].runs += 1
        tallies[name, default: Tally()].wins += isWin ? 1 : 0
        if (tallies[name]?.recent.count ?? 0) < 5 { tallies[name]?.recent.append(isWin) }
      }
    }
  }

  /// Returns the rates, most wins first, then fewest runs, then by name.
  func json(_ form: WireForm) -> WireJSON {
    let order = tallies.sorted {
      ($1.value.wins, $0.value.runs, $0.key) < ($0.value.wins, $1.value.runs, $1.key)
    }
    return .list(order.map { object($0.key, $0.value, form) })
  }

  // MARK: - Implementation

  private func object(_ name: String, _ tally: Tally, _ form: WireForm) -> WireJSON {
    let runs = Int64(tally.runs)
    // Percent with two decimals, halves rounded up.
    let hundredths = (Int64(tally.wins) * 20_000 + runs) / (2 * runs)
    let percent = ExactText.fixed(hundredths, places: 2, scale: 2)
    switch form {
    case .live:
      return .object([
        (subject.rawValue, .text(name)), ("runs", .text(String(tally.runs))),
        ("wins", .text(String(tally.wins))), ("win_rate", .text(percent)),
      ])
    case .seed:
      return .object([
        (subject.rawValue, .text(name)), ("wins", .number(tally.wins)),
        ("runs", .number(tally.runs)), ("win_percentage", .digits(percent)),
        ("recent_form", .list(tally.recent.map { .text($0 ? "Win" : "Lose") })),
      ])
    }
  }
}
