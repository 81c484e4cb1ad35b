import BetSettlement
import Columns
import Racing

/// A withdrawn runner of a file, with its race.
public struct WithdrawnRunner: Sendable {
  /// The row, with the race and runner that it names.
  public let row: BetRow
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
    self.path = path
    runners = try BetRow.read(
      BetRow.Source(path), requiring: ["day", "at"], Self.runner
    ).records
  }

  // MARK: - Implementation

  private static func runner(_ row: inout BetRow) -> WithdrawnRunner? {
    row.readRace()
    if row.text("at") == nil {
      row.expect("at", found: nil, "a moment such as 2024-06-01T13:05:00Z")
    }
    let name = row.text("selection") ?? row.text("number").map { "number \($0)" } ?? ""
    var withdrawal = Withdrawal(name, at: row.instant("at") ?? 0)
    withdrawal.price = row.odds("price")
    let cents = "cents per dollar from 0 to 100"
    withdrawal.cents = row.part("deduction", of: 100, cents)
    withdrawal.placeCents = row.part("place_deduction", of: 100, cents)
    let percent = "a percentage from 0 to 100"
    withdrawal.factor = row.part("reduction", of: 100, percent)
    withdrawal.placeFactor = row.part("place_reduction", of: 100, percent)
    return WithdrawnRunner(row: row, withdrawal: withdrawal)
  }
}
