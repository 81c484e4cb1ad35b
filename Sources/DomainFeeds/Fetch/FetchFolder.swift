import ColumnStore
import Foundation
import SystemFiles

/// The folder `STORE/fetch`: what a fetch needs beside the store's own files.
///
/// | file | content |
/// |---|---|
/// | `LOCK` | locked by the process that fetches |
/// | `API.ndjson.zst`, `API-NAME.ndjson.zst` | the journals: answers that are not stored yet |
/// | `API.url` | the service's base address: a store holds the answers of one |
/// | `API.json` | when the run under way began; gone once it is complete |
struct FetchFolder {
  /// The longest time after which an interrupted run is still the same one, µs.
  static let longestRun: Int64 = 24 * 3_600_000_000

  let path: String
  /// The API that is fetched from.
  let api: String
  private let lock: FileLock

  /// Takes the folder for this process; makes it, and the store's, where there is none.
  init(store: String, api: String) throws(FetchError) {
    let path = store + "/" + StoreWriter.fetchFolder
    let lock = try onFetchStore { () throws(StoreError) in
      try StoreWriter.prepare(store)
      try DurableFile.makeFolder(path)
      return try FileLock(path: path + "/LOCK")
    }
    guard let lock else { throw .busy(store: store) }
    self.path = path
    self.api = api
    self.lock = lock
  }

  /// A store that nothing can be stored in is found out before anything is asked for it.
  static func checkStore(_ store: String) throws(FetchError) {
    do {
      _ = try StoreWriter(store: store)
    } catch .locked {
      // Somebody writes to it, so it is well; the commit waits for its turn.
    } catch {
      throw .store(error)
    }
  }

  /// The address of the service whose answers the store holds, compared with the one to be asked.
  func address(_ url: URL) throws(FetchError) -> ServiceAddress {
    try ServiceAddress(file: path + "/" + api + ".url", url: url)
  }

  /// A journal's file; its name tells it from the API's others.
  func journal(_ name: String?) -> String {
    path + "/" + api + (name.map { "-" + $0 } ?? "") + ".ndjson.zst"
  }

  /// When the run under way began: an interrupted one of the last 24 hours goes on.
  ///
  /// - Parameter now: µs since 1970 UTC.
  /// - Returns: The run's begin, µs since 1970 UTC.
  /// - Throws: ``FetchError`` when it cannot be noted.
  func runStart(now: Int64) throws(FetchError) -> Int64 {
    let noted = try onFetchDisk { () throws(SystemError) in
      try FileSystem.contents(of: statePath)
    }
    if let data = noted, let state = try? JSONDecoder().decode(State.self, from: data),
      state.version == 1,
      state.startedAt <= now, now - state.startedAt <= Self.longestRun
    {
      return state.startedAt
    }
    let state = State(version: 1, startedAt: now)
    guard let data = try? JSONEncoder().encode(state) else {
      preconditionFailure("two numbers are JSON")
    }
    try onFetchStore { () throws(StoreError) in try DurableFile.replace(statePath, with: data) }
    return now
  }

  /// Notes that the run is complete.
  func endRun() throws(FetchError) {
    try onFetchStore { () throws(StoreError) in try DurableFile.remove(statePath) }
  }

  // MARK: - Implementation

  private struct State: Codable {
    let version: Int
    let startedAt: Int64

    enum CodingKeys: String, CodingKey {
      case version
      case startedAt = "started_at"
    }
  }

  private var statePath: String { path + "/" + api + ".json" }
}
