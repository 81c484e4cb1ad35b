import BetableSDK
import Betting
import ColumnStore
import Foundation
import SystemFiles

/// The journal of bets beside a store's tables: `STORE/fetch/betable-bets.ndjson`.
///
/// A client writes each bet there before it leaves; the next fetch of bets takes the file over and
/// stores its lines. The salt of the users' hashes lies beside it, for its owner alone, and is never
/// exported.
public struct StoreBets: Sendable {
  let store: String

  /// The journal and the names of users and sessions in it; the folder is made if there is none.
  ///
  /// - Parameter store: The store's folder.
  /// - Returns: What a client of Betable takes as its journal.
  /// - Throws: `BetJournalError` where the salt can be neither read nor made.
  public static func records(store: String) throws(BetJournalError) -> BetRecords {
    let bets = StoreBets(store: store)
    return BetRecords(
      BetJournalFile(path: bets.journalPath),
      identities: try IdentityHash(saltFile: bets.folder + "/betable.salt") {
        Checksum.hex(of: $0)
      })
  }

  /// Looks for a bet in the journal and in the store: two bets of one key would be one.
  ///
  /// - Parameters:
  ///   - key: A bet's key, or what the keys of several begin with, up to a hyphen or a colon.
  ///   - store: The store's folder.
  /// - Returns: The key of such a bet; nil where there is none.
  /// - Throws: ``FetchError`` when journal or store cannot be read.
  public static func used(_ key: String, store: String) throws(FetchError) -> String? {
    let bets = StoreBets(store: store)
    let isOf = { (other: String) in
      other.hasPrefix(key) && other.dropFirst(key.count).first.map { "-:".contains($0) } ?? true
    }
    for path in [bets.journalPath, bets.takenPath] {
      let data = try onFetchDisk { () throws(SystemError) in try FileSystem.contents(of: path) }
      for line in data?.split(separator: UInt8(ascii: "\n")) ?? [] {
        if case .sent(let bet)? = try? BetEvent(line: line), isOf(bet.betKey) { return bet.betKey }
      }
    }
    do {
      let snapshot = try Snapshot(store: store, tables: [BettingTables.bets])
      let rows = try StoredRows(BettingTables.bets, BettingTables.betFields, snapshot)
      return (0..<rows.count).lazy.compactMap { rows.text("bet_key", $0) }.first(where: isOf)
    } catch .notFound {
      return nil
    } catch {
      throw .store(error)
    }
  }

  /// The file that a fetch has taken over, until it is stored.
  var takenPath: String { folder + "/betable-bets.taken.ndjson" }

  /// Whether there is something that a fetch has to store.
  var isWaiting: Bool {
    [journalPath, takenPath].contains { FileManager.default.fileExists(atPath: $0) }
  }

  /// Takes the journal over, unless one is waiting to be stored; clients begin a new one.
  ///
  /// Lines that cannot be read, such as one that a crash has cut off, are put into a file beside it: a bet
  /// whose line was cut off was not sent, or its answer is in the account.
  ///
  /// - Parameter note: Told of such lines.
  /// - Returns: Whether there is something to be stored.
  /// - Throws: ``FetchError`` when a file cannot be read or renamed.
  func take(_ note: (String) -> Void) throws(FetchError) -> Bool {
    let isThere = try onFetchDisk { () throws(SystemError) in
      if try FileSystem.exists(takenPath) { return true }
      guard try FileSystem.exists(journalPath) else { return false }
      let file = try OpenFile(journalPath, for: .reading)
      // No line is half written while this process holds the lock.
      try file.waitForLock()
      defer { file.unlock() }
      try FileSystem.rename(journalPath, to: takenPath)
      try OpenFile(folder, for: .reading).sync()
      return true
    }
    return isThere ? try keepWholeLines(note) : false
  }

  /// Removes the file that was taken over, once it is stored.
  func drop() throws(FetchError) {
    try onFetchStore { () throws(StoreError) in try DurableFile.remove(takenPath) }
  }

  // MARK: - Implementation

  private var folder: String { store + "/" + StoreWriter.fetchFolder }

  private static func text(_ lines: [Data]) -> Data {
    lines.reduce(into: Data()) { $0 += $1 + [UInt8(ascii: "\n")] }
  }

  /// The file of lines that could not be read.
  private var unreadPath: String { folder + "/betable-bets.unread" }

  /// The file that clients write.
  private var journalPath: String { folder + "/betable-bets.ndjson" }

  private func keepWholeLines(_ note: (String) -> Void) throws(FetchError) -> Bool {
    let found = try onFetchDisk { () throws(SystemError) in
      try FileSystem.contents(of: takenPath) ?? Data()
    }
    let lines = found.split(separator: UInt8(ascii: "\n"))
    let whole = lines.filter { (try? BetEvent(line: $0)) != nil }
    if whole.count < lines.count {
      let unread = lines.indices.filter { (try? BetEvent(line: lines[$0])) == nil }
      let before = try onFetchDisk { () throws(SystemError) in
        try FileSystem.contents(of: unreadPath) ?? Data()
      }
      try onFetchStore { () throws(StoreError) in
        try DurableFile.replace(unreadPath, with: before + Self.text(unread.map { lines[$0] }))
        try DurableFile.replace(takenPath, with: Self.text(whole))
      }
      let numbers = unread.prefix(10).map { "\($0 + 1)" }.joined(separator: ", ")
      note(
        "\(journalPath): found lines that cannot be read (\(unread.count): line \(numbers)"
          + (unread.count > 10 ? " …" : "") + "); kept in \(unreadPath)")
    }
    if whole.isEmpty { try drop() }
    return !whole.isEmpty
  }
}
