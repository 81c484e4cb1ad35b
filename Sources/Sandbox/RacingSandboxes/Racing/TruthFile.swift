import Columns
import Racing
import SandboxCore

/// The season as CSV: every report on fetched data must agree with it.
///
/// If you change a column, also change it in `docs/sandbox.md`.
enum TruthFile {
  private static let header = [
    "race_id", "race_day", "off_time_utc", "course", "race_name", "distance", "distance_m",
    "race_age", "cancelled", "horse_id", "horse", "jockey", "trainer", "age", "weight_lb",
    "number", "outcome", "position", "distance_beaten", "sp",
  ]

  /// Returns one line per runner, in order of races and numbers.
  static func text(_ races: [SandboxRace]) -> String {
    var text = CSVLines.line(header)
    for race in races {
      for index in race.runners.indices { text += CSVLines.line(fields(race, index)) }
    }
    return text
  }

  // MARK: - Implementation

  private static func fields(_ race: SandboxRace, _ index: Int) -> [String] {
    let runner = race.runners[index]
    return [
      race.id, race.day.iso, ExactText.instant(race.offMicros), race.course, race.name,
      race.distanceText, race.distance.metresText, race.age, race.isCancelled ? "1" : "0",
      runner.horseID, runner.horse, runner.jockey, runner.trainer, String(runner.age),
      String(runner.weightPounds), String(runner.number), runner.outcome.name,
      runner.position.map { String($0) } ?? "", race.distanceBeaten(index),
      runner.priceText(isShort: true),
    ]
  }
}
