import Foundation
import ImportHistory

/// W8-json: the tables made anew from archived JSON.
struct ReplayWorkload: Workload {
  let input: DataSet
  let threads: Int
  private let store: String
  private var outcome: ReplayJob.Outcome?

  init(_ input: DataSet, scratch: String, threads: Int) throws {
    self.input = input
    self.threads = threads
    store = scratch + "/archived"
    try? FileManager.default.removeItem(atPath: store)
    _ = try Importing.file(input.ndjson, into: store, threads: threads, keepsArchive: true)
  }

  var rows: Int { min(input.runners, JSONLines.mostRows) }
  var touchedBytes: Int { DataSet.size(of: input.ndjson) }

  mutating func run() throws {
    var job = ReplayJob(store: store)
    job.threads = threads
    outcome = try job.run()
  }

  func digest() -> String { "\(outcome!.after.map(\.stored)) \(outcome!.textBytes)" }
  func answer() -> String { digest() }

  func verify() throws {
    let stored = outcome!.after.map(\.stored)
    guard stored == [rows], outcome!.textBytes == touchedBytes else {
      throw WrongAnswer(
        description: "replay: found \(stored) rows of \(outcome!.textBytes) bytes stored; "
          + "expected \(rows) of \(touchedBytes)")
    }
  }
}
