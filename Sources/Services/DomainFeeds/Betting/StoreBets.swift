import BetableSDK
import ColumnStore
import Columns
import Foundation
import SystemFiles
import StoreTables

/// The journal of bets beside a store's tables: `STORE/fetch/betable-bets.ndjson`.
///
/// A client writes each bet there before it is sent; the next fetch of bets takes the file over and
/// stores its lines. The salt of the users' hashes lies beside it, readable by its owner only, and
/// is never exported.
public struct StoreBets: Sendable {
  let store: String

  /// Returns the journal with the hashes that name its users and sessions; creates the folder if
  /// missing.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - service: The address of the service that gets the bets: the first bet sent binds the store
  ///     to this service. Nil if no bets are sent.
  /// - Returns: The journal in the form that a client of Betable takes.
  /// - Throws: `BetJournalError` if the salt is damaged, lost, or can be neither read nor created,
  ///   and for a store with the bets of another service.
  public static func records(
    store: String, service: URL? = nil
  ) throws(BetJournalError) -> BetRecords {
    let bets = StoreBets(store: store)
    let salt: Data
    do throws(FetchError) {
      // Checks the folders before anything is written there.
      try onFetchStore { () throws(StoreError) in
        try OwnFile.checkFolders(of: [OwnFile.fetchFolder + "/betable.url"], in: store)
      }
      if let service { _ = try ServiceAddress(file: bets.addressPath, url: service) }
      salt = try StoreSalt.read(store: store, api: "betable", of: BettingTables.bets)
    } catch {
      throw BetJournalError(error, folder: bets.folder)
    }
    let file = BetJournalFile(path: bets.journalPath)
    let journal: any BetJournal =
      if let service { BoundJournal(file: file, bets: bets, service: service) } else { file }
    let known = StoredHashes(
      store: store, tables: [BettingTables.bets, BettingTables.wallets, BettingTables.sessions],
      dictionaries: ["subject_key", "session_hash"])
    return BetRecords(
      journal,
      identities: IdentityHash(salt: salt, isKnown: known.contains) { Checksum.hex(of: $0) })
  }

  /// A journal that records the service before the first bet is sent.
  private struct BoundJournal: BetJournal {
    let file: BetJournalFile
    let bets: StoreBets
    let service: URL

    func record(_ events: [BetEvent]) throws(BetJournalError) {
      if events.contains(where: { if case .sent = $0 { true } else { false } }) {
        do throws(FetchError) {
          // Reads the address again: another process may have recorded its own.
          var address = try ServiceAddress(file: bets.addressPath, url: service)
          if !address.isNoted {
            try onFetchStore { () throws(StoreError) in try DurableFile.makeFolder(bets.folder) }
          }
          try address.note()
        } catch {
          throw BetJournalError(error, folder: bets.folder)
        }
      }
      try file.record(events)
    }
  }

  /// Finds a bet with a key in the journal or the store: two bets with one key would count as one.
  ///
  /// - Parameters:
  ///   - key: A bet's key, or the common start of several keys up to a hyphen or a colon.
  ///   - store: The store's folder.
  /// - Returns: The key of such a bet; nil if there is none.
  /// - Throws: ``FetchError`` if journal or store cannot be read.
  public static func used(_ key: String, store: String) throws(FetchError) -> String? {
    let bets = StoreBets(store: store)
    let value = IdentifierValue.of(key)
    let isOf = { (other: String) in
      let other = IdentifierValue.of(other)
      return other.hasPrefix(value)
        && other.dropFirst(value.count).first.map { "-:".contains($0) } ?? true
    }
    for path in [bets.journalPath, bets.takenPath] {
      let data = try onFetchStore { () throws(StoreError) in try OwnFile.contents(of: path) }
      for line in data?.split(separator: UInt8(ascii: "\n")) ?? [] {
        if let sent = BetEvent.keySent(by: line), isOf(sent) { return sent }
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

  /// Finds the bets without an answer, of all players, in the journal and the store.
  ///
  /// - Parameter store: The store's folder.
  /// - Returns: The bets, oldest first.
  /// - Throws: ``FetchError`` if journal or store cannot be read.
  public static func unanswered(in store: String) throws(FetchError) -> [UnsettledBet] {
    let bets = StoreBets(store: store)
    var open: [String: UnsettledBet] = [:]
    for bet in try UnsettledBet.all(in: store) { open[IdentifierValue.of(bet.key)] = bet }
    // The file that a fetch has taken over is the older one.
    for path in [bets.takenPath, bets.journalPath] {
      let data = try onFetchStore { () throws(StoreError) in try OwnFile.contents(of: path) }
      for line in data?.split(separator: UInt8(ascii: "\n")) ?? [] {
        switch try? BetEvent(line: line) {
        case .sent(let bet)?:
          open[IdentifierValue.of(bet.betKey)] = UnsettledBet(
            key: bet.betKey, game: bet.gameID, sentAt: bet.at)
        case .answered(let answer)?: open[IdentifierValue.of(answer.betKey)] = nil
        case .indeterminate?, .wallet?, .session?, nil: break
        }
      }
    }
    return open.values.sorted { ($0.sentAt, $0.key) < ($1.sentAt, $1.key) }
  }

  /// Writes to the journal what a player's statement shows of bets without an answer.
  ///
  /// - Parameters:
  ///   - keys: The keys of bets of ``unanswered(in:)``.
  ///   - payout: The payout of each by the statement; nil if it has no such bets.
  ///   - store: The store's folder.
  ///   - now: The time, µs since 1970 UTC.
  /// - Throws: `BetJournalError` if the journal cannot be written.
  public static func settle(
    _ keys: [String], payout: BetAmount?, in store: String, at now: Int64
  ) throws(BetJournalError) {
    let answers = keys.map { key in
      payout.map {
        BetEvent.Answered(at: now, betKey: key, result: .ok, payout: $0.text)
      } ?? BetEvent.Answered(at: now, betKey: key, result: .rejected, error: "not_in_statement")
    }
    try records(store: store).journal.record(answers.map { .answered($0) })
  }

  /// The file that a fetch has taken over, until it is stored.
  var takenPath: String { folder + "/betable-bets.taken.ndjson" }

  /// Whether there is a file for a fetch to store, or one whose existence the system does not
  /// report: taking that one over then gives the reason.
  var isWaiting: Bool {
    [journalPath, takenPath].contains { (try? FileSystem.exists($0)) ?? true }
  }

  /// Takes the journal over, unless an earlier one still waits to be stored; clients then start a
  /// new file.
  ///
  /// Unreadable lines, such as one cut off by a crash, go to a file beside it: a bet whose line was
  /// cut off was not sent, or its answer is in the account.
  ///
  /// - Parameter note: Receives a sentence about such lines.
  /// - Returns: Whether there is something to store.
  /// - Throws: ``FetchError`` if a file cannot be read or renamed.
  func take(_ note: (String) -> Void) throws(FetchError) -> Bool {
    let (isTaken, isWaiting) = try onFetchStore { () throws(StoreError) in
      try (OwnFile.isThere(takenPath), OwnFile.isThere(journalPath))
    }
    let isThere = try onFetchDisk { () throws(SystemError) in
      guard !isTaken else { return true }
      guard isWaiting else { return false }
      let file = try OpenFile(journalPath, for: .reading)
      // While this process holds the lock, no line is half written.
      try file.waitForLock()
      defer { file.unlock() }
      try FileSystem.rename(journalPath, to: takenPath)
      try OpenFile(folder, for: .reading).sync()
      return true
    }
    return isThere ? try keepWholeLines(note) : false
  }

  /// Removes the file that was taken over, after it is stored.
  func drop() throws(FetchError) {
    try onFetchStore { () throws(StoreError) in try DurableFile.remove(takenPath) }
  }

  // MARK: - Implementation

  private var folder: String { store + "/" + OwnFile.fetchFolder }

  private static func text(_ lines: [Data]) -> Data {
    lines.reduce(into: Data()) { $0 += $1 + [UInt8(ascii: "\n")] }
  }

  /// The file that names the service.
  private var addressPath: String { folder + "/betable.url" }

  /// The file of unreadable lines.
  private var unreadPath: String { folder + "/betable-bets.unread" }

  /// The file that clients write.
  private var journalPath: String { folder + "/betable-bets.ndjson" }

  private func keepWholeLines(_ note: (String) -> Void) throws(FetchError) -> Bool {
    let found = try onFetchStore { () throws(StoreError) in
      try OwnFile.contents(of: takenPath) ?? Data()
    }
    let lines = found.split(separator: UInt8(ascii: "\n"))
    let whole = lines.filter { (try? BetEvent(line: $0)) != nil }
    if whole.count < lines.count {
      let unread = lines.indices.filter { (try? BetEvent(line: lines[$0])) == nil }
      let before = try onFetchStore { () throws(StoreError) in
        try OwnFile.contents(of: unreadPath) ?? Data()
      }
      try onFetchStore { () throws(StoreError) in
        try DurableFile.replace(
          unreadPath, with: before + Self.text(unread.map { lines[$0] }), isPrivate: true)
        try DurableFile.replace(takenPath, with: Self.text(whole), isPrivate: true)
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

extension BetJournalError {
  /// Makes the error of a journal whose folder, address or salt cannot be used.
  fileprivate init(_ error: FetchError, folder: String) {
    switch error {
    case .otherService(let file, let found, let asked):
      self.init(
        path: file, reason: "\(found) as the service of this store's bets",
        expected:
          "\(asked), the service of this command; place bets with another store or, if the service "
          + "has moved, remove the file")
    case .store(.corrupt(let file, let found, let expected)):
      self.init(path: file, reason: found, expected: expected)
    default: self.init(path: folder, reason: "\(error)")
    }
  }
}
