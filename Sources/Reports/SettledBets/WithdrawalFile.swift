import BetSettlement
import Columns
import Racing
import TabularFiles

/// A withdrawn runner of a file, with its race.
public struct WithdrawnRunner: Sendable {
  /// The line in a CSV file, the row from 1 in a JSON file.
  public let line: Int
  /// The race and runner.
  public let race: RaceQuery
  /// The time of withdrawal, and the deductions.
  public let withdrawal: Withdrawal
}

/// A file with the times at which runners were withdrawn, and the deductions for them.
///
/// A store has the times only for an exchange's removals, and never the prices.
public struct WithdrawalFile: Sendable {
  /// The file's columns.
  public static let columns = [
    "day", "course", "off", "race", "race_id", "selection", "number", "at", "price", "deduction",
    "place_deduction", "reduction", "place_reduction",
  ]

  /// The file's path.
  public let path: String
  /// The runners, in the file's order.
  public let runners: [WithdrawnRunner]

  /// Reads a file.
  ///
  /// - Parameter path: A CSV file with a header, a JSON list of objects, or NDJSON.
  /// - Throws: ``SettleError`` `.file` when it cannot be read, `.mistakes` when cells are invalid.
  public init(_ path: String) throws(SettleError) {
    let file: CellFile
    do throws(FileError) {
      file = try CellFile(path)
      try file.require(["day", "at"])
    } catch {
      throw .file(error)
    }
    self.path = path
    let places = Dictionary(uniqueKeysWithValues: file.columns.enumerated().map { ($1, $0) })
    var runners: [WithdrawnRunner] = []
    var mistakes: [String] = []
    for row in file.rows {
      var cells = CellReading(file, row, places)
      let runner = Self.runner(&cells, row)
      mistakes += cells.mistakes
      if let runner { runners.append(runner) }
    }
    guard mistakes.isEmpty else { throw .mistakes(mistakes) }
    self.runners = runners
  }

  // MARK: - Implementation

  private static func runner(
    _ cells: inout CellReading, _ row: CellFile.Row
  ) -> WithdrawnRunner? {
    let race = cells.race()
    if cells.text("at") == nil {
      cells.expect("at", found: nil, "a moment such as 2024-06-01T13:05:00Z")
    }
    let name = cells.text("selection") ?? cells.text("number").map { "number \($0)" } ?? ""
    var withdrawal = Withdrawal(name, at: cells.instant("at") ?? 0)
    withdrawal.price = cells.odds("price")
    let cents = "cents per dollar from 0 to 100"
    withdrawal.cents = cells.part("deduction", of: 100, cents)
    withdrawal.placeCents = cells.part("place_deduction", of: 100, cents)
    let percent = "a percentage from 0 to 100"
    withdrawal.factor = cells.part("reduction", of: 100, percent)
    withdrawal.placeFactor = cells.part("place_reduction", of: 100, percent)
    return race.map { WithdrawnRunner(line: row.line, race: $0, withdrawal: withdrawal) }
  }
}
