import ArgumentParser
import Columns
import CommandTools
import RunnerKeys

/// The races and runners that count, for commands without further rules.
struct ScopeOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Count races before this day (default: the day after the last race).", valueName: "date"))
  var asOf: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Count only runners that match this condition, such as \"country in (GB, IE)\".",
      valueName: "condition"))
  var `where`: String?

  @Option(name: .long, parsing: .unconditional, help: .breakDays) var breakDays: Int?
  @Option(name: .long, help: .classOrder) var classOrder: [String] = []
  @Option(name: .long, help: .market, completion: .list(FactChoice.markets)) var market: String?

  /// Returns the as-of day, if one is given; throws a ``ValidationError`` for another text.
  func day() throws -> Day? {
    try asOf.flatMap { text in
      try DayArgument.check(text, "--as-of")
      return Day(iso: text)
    }
  }

  /// Returns the condition; nil if all runners count; throws a ``ValidationError`` for a mistake.
  func filter() throws -> Filter? {
    do {
      return try `where`.map { try Filter($0) }
    } catch let error as FilterError {
      throw ValidationError(error.description)
    }
  }

  /// Returns the choices that facts depend on; throws a ``ValidationError`` for invalid ones.
  func facts() throws -> FactRules {
    try FactChoice(breakDays: breakDays, classOrder: classOrder, market: market).rules()
  }
}
