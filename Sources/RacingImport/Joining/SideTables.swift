import Columns
import TabularFiles

/// The files of a call that other files take columns from.
///
/// A class, for each notes which of its rows were taken.
final class SideTables {
  /// A file's own columns and those of the tables it joins.
  struct Joined {
    var columnNames: [String]
    var rows: SourceRows
  }

  private let inputs: [String: ImportInput]
  private var lookups: [LookupID: LookupIndex] = [:]

  /// Takes the side files of a call.
  ///
  /// - Parameter inputs: All files of the call.
  /// - Throws: ``ImportError`` when a joined table has no file, or two.
  init(_ inputs: [ImportInput]) throws(ImportError) {
    var sides: [String: ImportInput] = [:]
    for input in inputs where input.isSide {
      guard sides[input.tableName] == nil else {
        throw .joinedFiles(table: input.tableName, found: "two files", expected: "one in a call")
      }
      sides[input.tableName] = input
    }
    self.inputs = sides
    for input in inputs {
      for join in input.table.joins where sides[join.table] == nil {
        throw .joinedFiles(
          table: join.table, found: "no file of it, but \(input.file.name), which joins it",
          expected: "\(join.table)=FILE in the same call")
      }
    }
  }

  /// The races' files.
  var races: [ImportInput] {
    inputs.values.filter { $0.table.feeds == .races }.sorted { $0.tableName < $1.tableName }
  }

  /// Reads what a file's fields need, joined tables' columns included.
  ///
  /// - Parameters:
  ///   - input: The file.
  ///   - isWhole: Whether all its columns are wanted, not only those its fields name.
  ///   - threads: How many threads may parse.
  /// - Returns: The rows with all their columns.
  /// - Throws: ``ImportError`` when a file cannot be read or lacks a column.
  func columns(of input: ImportInput, isWhole: Bool = false, threads: Int) throws(ImportError)
    -> Joined
  {
    let own = isWhole ? input.columns : neededColumns(input)
    try requireKeys(of: input)
    let rowPath = input.file.kind.isJSON ? input.table.rowPath ?? .document : nil
    let rows = try onFile { () throws(FileError) in
      try input.file.read(columns: own, rows: rowPath, threads: threads)
    }
    var joined = Joined(columnNames: input.columns, rows: rows)
    for join in input.table.joins {
      let prefix = join.table + "."
      let index = try lookup(join, threads: threads)
      joined.rows = SourceRows(
        tables: joined.rows.tables.map { index.joining($0, join) },
        skippedCount: joined.rows.skippedCount)
      joined.columnNames += index.columnNames.map { prefix + $0 }
    }
    return joined
  }

  /// The indices of a lookup's rows, by what has joined it so far.
  func indices(of table: String) -> [LookupIndex] {
    lookups.filter { $0.key.table == table }.map(\.value)
  }

  // MARK: - Implementation

  /// The columns that a table's fields and joins ask for.
  private func neededColumns(_ input: ImportInput) -> [String] {
    let mapped = input.table.fields.values.flatMap { $0.sources.flatMap(\.columns) }
    let all = Set(mapped + input.table.joins.flatMap { $0.on.map(\.own) })
    return input.columns.filter(all.contains)
  }

  private func requireKeys(of input: ImportInput) throws(ImportError) {
    let keys = input.table.joins.flatMap { $0.on.map(\.own) }.filter { !$0.contains(".") }
    let missing = keys.filter { !input.columns.contains($0) }
    guard missing.isEmpty else {
      throw .file(
        .missingColumns(file: input.file.path, missing: missing, present: input.columns))
    }
  }

  private func lookup(_ join: JoinMapping, threads: Int) throws(ImportError) -> LookupIndex {
    let keys = join.on.map(\.other)
    let id = LookupID(table: join.table, keys: keys)
    if let known = lookups[id] { return known }
    let other = inputs[join.table]!
    let read = try columns(of: other, isWhole: true, threads: threads)
    let missing = keys.filter { !read.columnNames.contains($0) }
    guard missing.isEmpty else {
      throw .file(
        .missingColumns(file: other.file.path, missing: missing, present: read.columnNames))
    }
    let index = LookupIndex(read, keys: keys)
    lookups[id] = index
    return index
  }

  private struct LookupID: Hashable {
    let table: String
    let keys: [String]
  }
}
