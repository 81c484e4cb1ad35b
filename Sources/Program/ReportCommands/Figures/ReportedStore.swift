import ArgumentParser
import BetSettlement
import ColumnStore
import Columns
import CommandTools
import EntityReports
import Foundation
import Racing
import ReportSpecs
import RunnerKeys
import SettledBets

/// Reads a file of saved questions: a mistake in it is bad usage, an unreadable file is a failure.
///
/// - Parameter read: Reads the file.
/// - Returns: The questions.
/// - Throws: ``SpecError`` for an unreadable file; otherwise the exit code, after printing the
///   message.
func reportingMistakes<Questions>(
  _ read: () throws(SpecError) -> Questions
) throws -> Questions {
  do {
    return try read()
  } catch {
    if case .unreadable = error { throw error }
    Console.fail("\(error)", isPointing: true)
    throw ExitCode(64)
  }
}

extension Snapshot {
  /// Opens a store for reports, cards and features, until the process ends.
  ///
  /// Unmapping hundreds of files one by one takes longer than exiting with them mapped.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - others: Further tables besides the racing ones.
  /// - Returns: Its latest state.
  /// - Throws: ``StoreError`` if there is no store, or a file is missing or damaged.
  static func reported(
    store: String, and others: Set<String> = []
  ) throws(StoreError) -> Snapshot {
    let snapshot = try Snapshot(store: store, tables: ReportJob.tables.union(others))
    _ = Unmanaged.passRetained(snapshot)
    return snapshot
  }
}

extension Console {
  /// Reports the race that decides the day of a report, if that day is doubtful.
  ///
  /// - Parameters:
  ///   - snapshot: The store's state, with its races and runners.
  ///   - isAsked: Whether the question names a day.
  /// - Throws: ``ReportError`` if races are damaged.
  func noteDoubtfulDay(of snapshot: Snapshot, isAsked: Bool) throws {
    if !isAsked { noteDoubtfulDay(try NewestRace(snapshot), isAsked: false) }
  }

  /// Names the market of the figures, unless it is SP.
  func noteMarket(_ market: Market?) {
    guard let market, market != .sp else { return }
    note("the market is \(market.column); --market names another")
  }

  /// Counts the bets with the tote that lack a dividend, which leaves a return that is too low.
  func noteMissingDividends(_ report: SettleReport) {
    let count = report.lines.count { $0.gap?.kind == .dividendUnknown }
    guard count > 0 else { return }
    note(
      "no result of \(TextCount.text(count, of: "bet")) that may have won, as the store lacks the "
        + "dividend; so the return of the others is too low")
  }

  /// Reports the newest race, if its day is doubtful and the question names no other day.
  func noteDoubtfulDay(_ newest: NewestRace?, isAsked: Bool) {
    clear()
    let today = Day(Int32(Date().timeIntervalSince1970 / 86_400))
    guard !isAsked, let newest, DayDoubt(newest.day, hasResult: newest.hasResult, on: today) != nil
    else { return }
    finding(
      "the newest race, \(DisplayWidth.printable(newest.raceID)) on \(newest.day.iso), decides the "
        + "day; if it is mistyped, set another with --as-of")
  }
}
