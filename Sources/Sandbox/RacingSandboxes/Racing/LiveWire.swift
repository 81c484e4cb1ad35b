import Columns
import SandboxCore

extension SandboxRace {
  /// Returns the members of a race in the live form.
  func liveMembers(on today: Day) -> [(name: String, value: WireJSON)] {
    [
      ("id_race", .text(id)), ("course", .text(course)),
      ("date", .text(ExactText.instant(offMicros))), ("distance", .text(distanceText)),
      ("age", .text(age)), ("finished", .text(isFinished(on: today) ? "1" : "0")),
      ("canceled", .text(isKnownCancelled(on: today) ? "1" : "0")),
    ]
  }

  /// Returns a runner in the live form.
  func liveRunner(_ index: Int, on today: Day) -> WireJSON {
    let runner = runners[index]
    let isOver = isFinished(on: today)
    return .object([
      ("horse", .text(runner.horse)), ("id_horse", .text(runner.horseID)),
      ("jockey", .text(runner.jockey)), ("trainer", .text(runner.trainer)),
      ("age", .text(String(runner.age))), ("weight", .text(runner.weightText)),
      ("number", .text(String(runner.number))),
      ("non_runner", .text(isKnownNonRunner(index, on: today) ? "1" : "0")),
      ("form", .text(runner.form)),
      ("position", .text(isOver ? runner.position.map { String($0) } ?? runner.finishCode : "")),
      ("distance_beaten", .text(isOver ? distanceBeaten(index) : "")),
      ("sp", .text(isOver ? runner.priceText(isShort: hasShortPrices) : "")),
    ])
  }

  /// Whether the race prints prices as `2.1`; most print `2.10`.
  private var hasShortPrices: Bool { id.last == "7" }
}
