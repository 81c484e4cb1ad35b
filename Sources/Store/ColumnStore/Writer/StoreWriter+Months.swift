import Columns
import Foundation
import TabularFiles

extension StoreWriter {
  /// Replaces the rows of several tables in several months, produced and written in parallel.
  ///
  /// - Parameters:
  ///   - tables: The tables' names.
  ///   - months: The months.
  ///   - threads: The maximum number of months processed at a time.
  ///   - atOnce: Whether everything is written before this returns. Otherwise the rows of a few
  ///     months may be held until the commit, and their memory must stay unchanged.
  ///   - rows: Produces the rows of a month, by its index in `months`, one table after another.
  /// - Throws: ``StoreError`` if a segment cannot be written.
  public func replace(
    _ tables: [String], of months: [Month], threads: Int, atOnce: Bool = false,
    rows: @Sendable (Int) -> [Table]
  ) throws(StoreError) {
    let replaced = Set(months)
    let names = Set(tables)
    removeSegments { names.contains($0.table) && replaced.contains($0.month) }
    guard atOnce || months.count > Self.fewMonths else {
      for (index, month) in months.enumerated() {
        for (table, rows) in zip(tables, rows(index)) { try replace(table, month, with: rows) }
      }
      return
    }
    // Names are assigned in order, so that they do not depend on the threads' timing.
    let files = months.map { month in
      tables.map { "segments/\($0)/\(month.iso).\(nextVersion()).arrow" }
    }
    for table in tables { try DurableFile.makeUnsyncedFolder(store + "/segments/" + table) }
    let store = store
    let written = ParallelTasks.map(count: months.count, threads: threads) { index in
      Result { () throws(StoreError) in
        try Self.write(rows(index), to: files[index], in: store)
      }
    }
    for (index, outcome) in written.enumerated() {
      for (table, segment) in zip(tables, try outcome.get()) {
        guard let segment else { continue }
        newFiles.insert(segment.file)
        newSums[segment.file] = segment.sum
        newParts[segment.file] = segment.parts
        manifest.segments.append(
          .init(table: table, month: months[index], file: segment.file, rows: segment.rows))
      }
    }
  }

  // MARK: - Implementation

  /// The number of months that the next of several imports may change again.
  private static let fewMonths = 2

  /// A segment file just written, for the manifest.
  struct WrittenSegment: Sendable {
    let file: String
    let rows: Int
    let sum: FileSum
    /// The checksums of its parts.
    let parts: String
  }

  /// Writes a month's tables; nil for tables without rows.
  static func write(_ tables: [Table], to files: [String], in store: String)
    throws(StoreError) -> [WrittenSegment?]
  {
    var written: [WrittenSegment?] = []
    for (table, file) in zip(tables, files) {
      guard table.rowCount > 0 else {
        written.append(nil)
        continue
      }
      let path = store + "/" + file
      let sum = try write(table.droppingEmptyColumns(), to: path)
      let parts = try parts(of: path)
      DurableFile.startWriting(path)
      written.append(WrittenSegment(file: file, rows: table.rowCount, sum: sum, parts: parts))
    }
    return written
  }

  static func write(_ table: Table, to path: String) throws(StoreError) -> FileSum {
    do {
      return try ArrowFile.write(table, to: path)
    } catch {
      throw .io(file: path, reason: "\(error)")
    }
  }

  /// Computes the checksums of the parts of a file just written.
  private static func parts(of path: String) throws(StoreError) -> String {
    do {
      return CheckedColumns.text(of: try ArrowFile.partSums(of: path))
    } catch {
      throw .io(file: path, reason: "\(error)")
    }
  }
}
