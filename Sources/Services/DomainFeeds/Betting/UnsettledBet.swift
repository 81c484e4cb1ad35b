import APICore
import BetableSDK
import ColumnStore
import Columns
import Foundation
import Racing
import StoreTables

/// A bet with an unknown outcome.
public struct UnsettledBet: Equatable, Sendable {
  /// The key that the client gave the bet.
  public let key: String
  /// The game.
  public let game: String
  /// The time of sending, µs since 1970 UTC.
  public let sentAt: Int64

  /// Reads the unsettled bets of a store, oldest first.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - subject: The player, as a salted hash; nil for all players.
  /// - Returns: The bets; none if there is no store yet.
  /// - Throws: ``FetchError`` `.store` for a damaged table.
  static func all(
    in store: String, of subject: String? = nil
  ) throws(FetchError) -> [UnsettledBet] {
    do {
      let snapshot = try Snapshot(store: store, tables: [BettingTables.bets])
      let rows = try StoredRows(BettingTables.bets, BettingTables.betFields, snapshot)
      return (0..<rows.count).compactMap { row in
        guard subject == nil || rows.text("subject_key", row) == subject,
          let standing = rows.text("result", row).flatMap({ BetStanding(rawValue: $0) }),
          !standing.isSettled, let sentAt = rows.int64("event_time", row)
        else { return nil }
        return UnsettledBet(
          key: rows.text("bet_key", row) ?? "", game: rows.text("game_id", row) ?? "",
          sentAt: sentAt)
      }.sorted { ($0.sentAt, $0.key) < ($1.sentAt, $1.key) }
    } catch .notFound {
      return []
    } catch {
      throw .store(error)
    }
  }

  /// Reads the keys of all bets with a refused row in the store.
  ///
  /// - Parameter store: The store's folder.
  /// - Returns: The keys.
  /// - Throws: ``FetchError`` `.store` for a damaged table.
  static func refusedKeys(in store: String) throws(FetchError) -> Set<String> {
    do {
      let snapshot = try Snapshot(store: store, tables: [RacingTables.rejects])
      let rows = try StoredRows(RacingTables.rejects, RacingTables.rejectFields, snapshot)
      return Set(
        (0..<rows.count).lazy.compactMap { row in
          // Most refused rows are of races, and their text is no object.
          guard let text = rows.text("raw", row), text.hasPrefix("{") else { return nil }
          return (try? JSONValue(parsing: Data(text.utf8)))?["bet_key"]?.text
        })
    } catch .notFound {
      return []
    } catch {
      throw .store(error)
    }
  }

  /// Makes the journal's event for a bet that never arrived.
  func neverArrived(at now: Int64) -> BetEvent {
    .answered(
      BetEvent.Answered(at: now, betKey: key, result: .rejected, error: "never_arrived"))
  }
}
