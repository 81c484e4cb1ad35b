import ColumnStore
import Foundation
import SystemFiles

/// The folder `STORE/fetch`: the files of a fetch beside the store's own.
///
/// | file | content |
/// |---|---|
/// | `LOCK` | the lock of the fetching process |
/// | `API.ndjson.zst`, `API-NAME.ndjson.zst` | the journals: answers not stored yet |
/// | `API.url` | the service's base address: a store holds the answers of one |
/// | `API.json` | the start of the current run; removed once it is complete |
struct FetchFolder {
  let path: String
  /// The API that is fetched from.
  let api: String
  private let lock: FileLock

  /// Locks the folder for this process; creates it, and the store's, if missing.
  init(store: String, api: String) throws(FetchError) {
    let path = store + "/" + OwnFile.fetchFolder
    try onFetchStore { () throws(StoreError) in
      try StoreWriter.prepare(store)
      try DurableFile.makeFolder(path)
      try OwnFile.checkFolders(of: [OwnFile.fetchFolder + "/LOCK"], in: store)
    }
    let lock = try onFetchDisk { () throws(SystemError) in try FileLock(path: path + "/LOCK") }
    guard let lock else { throw .busy(store: store) }
    self.path = path
    self.api = api
    self.lock = lock
  }

  /// Checks, before any request, that the store can be written.
  static func checkStore(_ store: String) throws(FetchError) {
    do {
      _ = try StoreWriter(store: store)
    } catch .locked {
      // Another process is writing, so the store is fine; the commit waits its turn.
    } catch {
      throw .store(error)
    }
  }

  /// Reads the address of the service whose answers the store holds, and compares it with the
  /// requested one.
  func address(_ url: URL) throws(FetchError) -> ServiceAddress {
    try ServiceAddress(file: path + "/" + api + ".url", url: url)
  }

  /// Returns a journal's file, with its name if the API has several.
  func journal(_ name: String?) -> String {
    path + "/" + api + (name.map { "-" + $0 } ?? "") + ".ndjson.zst"
  }

  /// Returns the start of the current run: an interrupted run of the last 24 hours is resumed.
  ///
  /// - Parameter now: µs since 1970 UTC.
  /// - Returns: The run's start, µs since 1970 UTC.
  /// - Throws: ``FetchError`` if it cannot be recorded.
  func runStart(now: Int64) throws(FetchError) -> Int64 {
    let noted = try onFetchStore { () throws(StoreError) in
      try OwnFile.contents(of: statePath, most: Limits.noteBytes)
    }
    if let data = noted, let state = try? JSONDecoder().decode(State.self, from: data),
      state.version == 1,
      state.startedAt <= now, now - state.startedAt <= Limits.resumedHours * 3_600_000_000
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

  /// Records that the run is complete.
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
