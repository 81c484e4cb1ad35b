import Columns
import Foundation
import SystemFiles
import TabularFiles

extension StoreWriter {
  /// Returns a table's current rows in one month, including uncommitted changes.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - month: The month.
  /// - Returns: The rows, or nil if there are none.
  /// - Throws: ``StoreError`` if a segment cannot be read or is damaged.
  public func rows(of table: String, _ month: Month) throws(StoreError) -> Table? {
    guard let entry = manifest.segments.first(where: { $0.table == table && $0.month == month })
    else { return nil }
    return try rows(of: entry)
  }

  /// Returns a table's current rows in all months, including uncommitted changes.
  ///
  /// - Parameter table: The table's name.
  /// - Returns: The months with rows, in order, and their rows.
  /// - Throws: ``StoreError`` if a segment cannot be read or is damaged.
  public func monthlyRows(of table: String) throws(StoreError) -> [(month: Month, rows: Table)] {
    var months: [(month: Month, rows: Table)] = []
    for entry in manifest.segments where entry.table == table {
      if let rows = try rows(of: entry) { months.append((entry.month, rows)) }
    }
    return months.sorted { $0.month < $1.month }
  }

  /// Returns a value computed from a table's current rows, for each month.
  ///
  /// The imports of one commit request it repeatedly, and change few months in between: it is
  /// computed once for each state of a month, and for each type of value.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - make: Computes it from a month's rows, and from nothing else.
  /// - Returns: The months' values, in no order.
  /// - Throws: ``StoreError`` if a segment cannot be read or is damaged.
  public func made<Value: Sendable>(
    of table: String, by make: (Table) -> Value
  ) throws(StoreError) -> [Value] {
    let type = ObjectIdentifier(Value.self)
    var values: [Value] = []
    for entry in manifest.segments where entry.table == table {
      if let known = made[entry.file]?[type] as? Value {
        values.append(known)
      } else if let rows = try rows(of: entry) {
        let value = make(rows)
        made[entry.file, default: [:]][type] = value
        values.append(value)
      }
    }
    return values
  }

  /// Returns the months in which a table has rows, including uncommitted changes.
  public func months(of table: String) -> [Month] {
    manifest.segments.filter { $0.table == table }.map(\.month).sorted()
  }

  /// Replaces a table's rows in one month; an empty table removes them.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - month: The month of all rows.
  ///   - rows: The month's rows.
  /// - Throws: ``StoreError`` if the segment cannot be written.
  public func replace(_ table: String, _ month: Month, with rows: Table) throws(StoreError) {
    removeSegments { $0.table == table && $0.month == month }
    guard rows.rowCount > 0 else { return }
    let file = "segments/\(table)/\(month.iso).\(nextVersion()).arrow"
    try hold(rows.droppingEmptyColumns(), for: file)
    manifest.segments.append(
      .init(table: table, month: month, file: file, rows: rows.rowCount))
  }

  /// Makes a temporary file for a table's rows, which disappears when it is closed.
  ///
  /// Any thread may call this, whatever other threads do with the writer.
  ///
  /// - Parameter table: The table's name.
  /// - Returns: The file, open; its name is gone.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  public func unnamedFile(of table: String) throws(StoreError) -> OpenFile {
    let folder = store + "/segments/" + table
    try DurableFile.makeUnsyncedFolder(folder)
    hasDrafts = true
    let path = folder + "/draft-" + UUID().uuidString
    return try onDisk { () throws(SystemError) in
      let file = try OpenFile(path, for: .drafting)
      try FileSystem.remove(path)
      return file
    }
  }

  /// Removes a table's rows in all months except some.
  public func removeRows(of table: String, but kept: Set<Month> = []) {
    removeSegments { $0.table == table && !kept.contains($0.month) }
  }

  // MARK: - Implementation

  private func rows(of entry: Manifest.SegmentEntry) throws(StoreError) -> Table? {
    guard newFiles.contains(entry.file) else {
      guard let segment = before.segment(of: entry.table, month: entry.month) else { return nil }
      // Rewriting damaged rows would give them a valid checksum, so check them first.
      try before.check([segment])
      return segment.rows
    }
    if let known = newRows[entry.file] { return known }
    do {
      let rows = try ArrowFile.map(store + "/" + entry.file)
      newRows[entry.file] = rows
      return rows
    } catch {
      throw .corrupt(file: entry.file, found: "\(error)", expected: "the segment just written")
    }
  }

  func removeSegments(where isGone: (Manifest.SegmentEntry) -> Bool) {
    for entry in manifest.segments where isGone(entry) {
      made[entry.file] = nil
      guard newFiles.remove(entry.file) != nil else { continue }
      // Many imports in one commit rewrite a month repeatedly; readers keep the old file mapped.
      if waiting.removeValue(forKey: entry.file) == nil {
        _ = try? FileSystem.remove(store + "/" + entry.file)
      }
      newRows[entry.file] = nil
    }
    manifest.segments.removeAll(where: isGone)
  }
}
