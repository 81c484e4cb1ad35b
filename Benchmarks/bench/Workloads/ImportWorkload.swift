import ColumnStore
import Foundation
import RacingExport
import StoreImport
import TabularFiles

/// W5: one file to a new store.
struct ImportWorkload: Workload {
  let input: DataSet
  let file: String
  let threads: Int
  private let scratch: String
  private var runs = 0
  private var imported: ImportedFile?
  /// Seconds of two steps that every import has, each timed alone.
  ///
  /// `cells` splits the file into cells, or decodes a Parquet file's columns; `copy` writes the
  /// archive's copy and takes its SHA-256.
  private(set) var parts: [String: Double] = [:]

  init(_ input: DataSet, file: String, scratch: String, threads: Int) {
    self.input = input
    self.file = file
    self.threads = threads
    self.scratch = scratch
  }

  /// A folder of its own for each run; all go with the scratch folder.
  ///
  /// Where files were just removed, ext4 looks for places to make new ones for a twentieth of an
  /// import's time.
  private var store: String { scratch + "/store-\(runs)" }

  var rows: Int { input.runners }
  var touchedBytes: Int { DataSet.size(of: file) }

  mutating func prepare() throws {
    // As `railbird import` does.
    FreedMemory.keep()
    runs += 1
    // After the warm-up.
    if runs == 2 { parts = try floor() }
  }

  private func floor() throws -> [String: Double] {
    let cells = try timed {
      let source = try SourceFile(path: file)
      var rows = try RowStream(source, columns: source.columnNames(), threads: threads)
      while try rows?.next() != nil {}
    }
    let folder = scratch + "/copy"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let copy = try timed { try ArchiveDraft(of: file, store: folder) }
    copy.value.discard()
    return ["cells": cells.seconds, "copy": copy.seconds]
  }

  mutating func run() throws { imported = try Importing.file(file, into: store, threads: threads) }

  func digest() -> String { "\(imported!.stored) \(imported!.duplicates) \(imported!.rejected)" }

  func verify() throws {
    guard imported!.stored == input.runners else {
      throw WrongAnswer(
        description:
          "\(file): found \(imported!.stored) rows stored; expected \(input.runners)")
    }
  }

  /// The report of the store that was made: a wrong cell changes some figure.
  func answer() throws -> String {
    try ReportDigest.checksum(
      try ReportWorkload.reports(
        try Snapshot(store: store), ReportWorkload.threeReports, threads: threads))
  }

  func write(to path: String) throws {
    try ExportJob(try Snapshot(store: store)).write("runners", to: path, as: .parquet)
  }
}
