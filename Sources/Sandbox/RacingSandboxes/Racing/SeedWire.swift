import Columns
import SandboxCore

extension SandboxRace {
  /// Returns a race with its runners in the seed's form.
  func seedObject(on today: Day) -> WireJSON {
    .object([
      ("race_id", .text(id)), ("race_name", .text(name)), ("course", .text(course)),
      ("race_time", .text(ExactText.instant(offMicros, separator: "T") + "Z")),
      ("distance", .text(distanceText)), ("age", .text(age)),
      ("finished", .boolean(isFinished(on: today))),
      ("canceled", .boolean(isKnownCancelled(on: today))),
      ("runners", .list(runners.indices.map { seedRunner($0, on: today) })),
    ])
  }

  private func seedRunner(_ index: Int, on today: Day) -> WireJSON {
    let runner = runners[index]
    let isOver = isFinished(on: today)
    func optional(_ text: String) -> WireJSON { text.isEmpty ? .null : .text(text) }
    return .object([
      ("horse_id", .text(runner.horseID)), ("horse", .text(runner.horse)),
      ("jockey", optional(runner.jockey)), ("trainer", optional(runner.trainer)),
      ("age", .number(runner.age)), ("weight", .text(runner.weightText)),
      ("number", .number(runner.number)),
      ("non_runner", .boolean(isKnownNonRunner(index, on: today))), ("form", .text(runner.form)),
      (
        "position",
        isOver ? runner.position.map { .number($0) } ?? optional(runner.finishCode) : .null
      ),
      ("distance_beaten", optional(isOver ? distanceBeaten(index) : "")),
      ("odds", optional(isOver ? runner.priceText(isShort: false) : "")),
    ])
  }
}
