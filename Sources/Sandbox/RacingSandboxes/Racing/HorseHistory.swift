import Columns
import SandboxCore

extension RacingSeason {
  /// Returns a horse's finished races, latest first; nil for an unknown horse.
  func history(ofHorse id: String, form: WireForm, on today: Day) -> WireJSON? {
    var name: String?
    var results: [WireJSON] = []
    for race in races.reversed() {
      guard let index = race.runners.firstIndex(where: { $0.horseID == id }) else { continue }
      name = name ?? race.runners[index].horse
      guard race.isFinished(on: today) else { continue }
      results.append(race.historyLine(index, form, on: today))
    }
    guard let name else { return nil }
    return .object([
      (form == .live ? "id_horse" : "horse_id", .text(id)), ("horse", .text(name)),
      ("results", .list(results)),
    ])
  }
}

extension SandboxRace {
  /// Returns one race of a horse: the race's members, then the runner's.
  fileprivate func historyLine(_ index: Int, _ form: WireForm, on today: Day) -> WireJSON {
    guard case .object(let race) = listed(form, on: today) else { return .null }
    guard form == .live else {
      guard case .list(let runners)? = race.last?.value, case .object(let runner) = runners[index]
      else { return .null }
      return .object(race.dropLast() + runner.dropFirst(2).filter { $0.name != "age" })
    }
    guard case .object(let runner) = liveRunner(index, on: today) else { return .null }
    return .object(race + runner.dropFirst(2).filter { $0.name != "age" })
  }
}
