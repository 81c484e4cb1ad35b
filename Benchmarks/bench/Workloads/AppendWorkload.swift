import ColumnStore
import Foundation
import RacingImport
import RacingReports

/// W7: a race day appended to the store, and three reports made anew.
struct AppendWorkload: Workload {
  let input: DataSet
  let threads: Int
  private let store: String
  private let startersBefore: Int
  private var imported: ImportedFile?
  private var result: ReportResult?
  private(set) var parts: [String: Double] = [:]

  init(_ input: DataSet, scratch: String, threads: Int) throws {
    self.input = input
    self.threads = threads
    store = scratch + "/appended"
    startersBefore = try ReportWorkload.reports(
      try Snapshot(store: input.store), ReportWorkload.oneReport, threads: threads
    ).summary.starters
  }

  var rows: Int { input.runners }
  var touchedBytes: Int { DataSet.size(of: input.nextDay) }

  /// A store of the same files; those are never written again, the manifest is replaced.
  mutating func prepare() throws {
    result = nil
    let files = FileManager.default
    try? files.removeItem(atPath: store)
    guard let walk = files.enumerator(atPath: input.store) else { return }
    try files.createDirectory(atPath: store, withIntermediateDirectories: true)
    for case let name as String in walk {
      let (from, to) = (input.store + "/" + name, store + "/" + name)
      if walk.fileAttributes?[.type] as? FileAttributeType == .typeDirectory {
        try files.createDirectory(atPath: to, withIntermediateDirectories: true)
      } else if name.hasSuffix(".arrow") {
        try files.linkItem(atPath: from, toPath: to)
      } else {
        try files.copyItem(atPath: from, toPath: to)
      }
    }
  }

  mutating func run() throws {
    let append = try timed { try Importing.file(input.nextDay, into: store, threads: threads) }
    let refresh = try timed {
      try ReportWorkload.reports(
        try Snapshot(store: store), ReportWorkload.threeReports, threads: threads)
    }
    (imported, result) = (append.value, refresh.value)
    parts = ["append": append.seconds, "refresh": refresh.seconds]
  }

  func digest() -> String { ReportDigest.text(result!) }
  func answer() throws -> String { try ReportDigest.checksum(result!) }

  func verify() throws {
    let day = try String(contentsOfFile: input.nextDay, encoding: .utf8).split(separator: "\n")
    let started = result!.summary.starters - startersBefore
    guard imported!.stored == day.count - 1, (1..<day.count).contains(started) else {
      throw WrongAnswer(
        description: "found \(imported!.stored) rows stored, \(started) more starters; expected "
          + "\(day.count - 1) rows, hardly fewer starters")
    }
  }
}
