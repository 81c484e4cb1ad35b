import ColumnStore
import Foundation
import ImportHistory
import RacingExport
import StoreImport
import Synchronization
import TestSupport
import Testing

@testable import DomainFeeds

/// A feed's sandbox without a network, a store to fetch into, and the clock of both.
protocol FeedWork: Sendable {
  var folder: TemporaryFolder { get }
  var service: DirectService { get }
  /// Advances instead of waiting; the fetch's clock.
  var clock: ManualClock { get }
  var notes: NoteBook { get }
  /// Returns a fetch into a store, by the name of its folder.
  func fetching(into store: String) -> any Fetch
  /// Returns the tests' selection of a store's tables.
  func stored(in store: String) throws -> [[String]]
  /// Returns the same selection of the sandbox's truth.
  func truthLines() throws -> [[String]]
  /// Adds new data to the service.
  func makeNews() async throws
  /// Returns a request whose answer is one of many.
  func aRequest() throws -> String
  /// Returns a request whose answer is a list that may be empty.
  func aList() throws -> String
  /// Returns the text by which journals and summaries name a request.
  func text(of request: String) -> String
  /// The files that a fetch creates before it knows whether there is data.
  var firstFiles: [String] { get }
  /// The number of known requests answered before one fails in a fetch without news.
  var knownCount: Int { get }
  /// The number of requests that follow from the answer to ``aRequest()``.
  var followerCount: Int { get }
  /// Requests that every process sends, whatever an earlier one was answered.
  var askedAgain: [String] { get }
}

/// The notes of a fetch.
final class NoteBook: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func add(_ text: String) { texts.withLock { $0.append(text) } }
}

/// The feeds that are tested alike.
enum TestedFeed: String, CaseIterable, CustomTestStringConvertible {
  case racing
  case points
  case promotions
  case betting
  case support

  /// All feeds in the long form, and two of unlike work in the short one.
  static let some = LongForm.cases([racing, betting, points, promotions, support], short: 2)

  var testDescription: String { rawValue }

  /// Makes a sandbox with data.
  func work() async throws -> any FeedWork {
    switch self {
    case .racing: return try FetchWork(days: 4)
    case .points:
      let club = try ClubWork()
      try club.play()
      return club
    case .promotions: return try BookWork()
    case .betting: return try await BetWork.played(230)
    case .support: return try TicketWork.written(9)
    }
  }
}

extension FeedWork {
  var store: String { folder.file("S") }

  func text(of request: String) -> String { request }

  var firstFiles: [String] { ["LOCK"] }

  var knownCount: Int { 4 }

  var followerCount: Int { 0 }

  var askedAgain: [String] { [] }

  /// The files in its folder after a complete fetch.
  var tidyFolder: [String] { firstFiles + ["\(type(of: fetching(into: store)).api).url"] }

  /// Runs a fetch, a second after the last one.
  @discardableResult
  func run(into store: String? = nil) async throws -> FetchSummary {
    clock.advance(by: .seconds(1))
    return try await fetching(into: store ?? self.store).run()
  }

  /// Runs a fetch and cancels it at one of its requests, counted from 0.
  func runCancelled(at limit: Int) async throws -> FetchSummary {
    clock.advance(by: .seconds(1))
    let fetch = fetching(into: store)
    let task = Task { try await fetch.run() }
    service.replying { number, _ in
      if number == limit { task.cancel() }
      return nil
    }
    defer { service.replying(nil) }
    return try await task.value
  }

  /// Returns the requests since the last call, in order.
  func asked() -> [String] { service.take() }

  /// Runs a fetch and copies the store from disk during each request: the state after a kill.
  func runWithCopies() async throws -> [String] {
    let copies = Mutex<[String]>([])
    let (store, folder) = (store, folder)
    service.replying { number, _ in
      let copy = folder.file("killed-\(number)")
      try? FileManager.default.copyItem(atPath: store, toPath: copy)
      copies.withLock { $0.append(copy) }
      return nil
    }
    try await run()
    service.replying(nil)
    return copies.withLock { $0 }
  }

  /// Returns all tables that can be exported, as CSV.
  func tables(of store: String? = nil) throws -> [String: String] {
    let job = ExportJob(try Snapshot(store: store ?? self.store))
    let out = folder.file(UUID().uuidString)
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    var texts: [String: String] = [:]
    for table in job.tableNames {
      try job.write(table, to: out + "/" + table, as: .csv)
      texts[table] = try String(contentsOfFile: out + "/" + table, encoding: .utf8)
    }
    return texts
  }

  /// Takes imports back, the last one first; some go together.
  func undo(_ imports: [ImportedFile]) throws {
    for imported in imports.reversed() {
      let standing = try ImportLedger(Snapshot(store: store)).standing
      guard standing.contains(where: { $0.id == imported.id }) else { continue }
      var undo = UndoJob(store: store, importID: imported.id, now: clock.now)
      undo.derived = [FetchTables()]
      _ = try undo.run()
    }
  }

  /// Rebuilds the store's tables only from the archive.
  func replay() throws {
    var replay = ReplayJob(store: store)
    replay.derived = [FetchTables()]
    _ = try replay.run()
  }
}
