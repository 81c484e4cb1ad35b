import ColumnStore
import EntityReports
import Foundation
import StoreImport

/// W7: a race day appended to the store, and three reports made anew, with the sums of old months
/// that the day before has left.
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

  /// A store of the same files, which are never written again (the manifest is replaced), and the
  /// sums that the reports as of the day before leave there.
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
    _ = try reports(keepsSums: true)
  }

  mutating func run() throws {
    let append = try timed { try Importing.file(input.nextDay, into: store, threads: threads) }
    let refresh = try timed { try reports(keepsSums: true) }
    (imported, result) = (append.value, refresh.value)
    parts = ["append": append.seconds, "refresh": refresh.seconds]
  }

  private func reports(keepsSums: Bool) throws -> ReportResult {
    try ReportWorkload.reports(
      try Snapshot(store: store), ReportWorkload.threeReports, threads: threads,
      keepsSums: keepsSums)
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
    let (kept, anew) = try (answer(), ReportDigest.checksum(reports(keepsSums: false)))
    guard kept == anew else {
      throw WrongAnswer(
        description: "found \(kept) by sums that were kept; expected \(anew), as without")
    }
  }
}
