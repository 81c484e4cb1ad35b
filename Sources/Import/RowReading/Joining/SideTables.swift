import ColumnStore
import Columns
import Mappings
import TabularFiles

/// The files of a call whose columns other files take.
///
/// A class, as each file notes which of its rows were taken.
package final class SideTables {
  /// The columns and rows of a file, with those of the tables it joins.
  struct Joined {
    var columnNames: [String]
    var rows: SourceRows
  }

  private let inputs: [String: ImportInput]
  private var lookups: [LookupID: LookupIndex] = [:]

  /// Takes the side files of a call.
  package init(_ inputs: [ImportInput]) throws(ImportError) {
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

  /// The files of races.
  package var races: [ImportInput] {
    inputs.values.filter { $0.table.feeds == .races }.sorted { $0.tableName < $1.tableName }
  }

  /// Returns all columns of a file, including those of joined tables.
  func columnNames(of input: ImportInput, threads: Int) throws(ImportError) -> [String] {
    try requireKeys(of: input)
    return try sides(of: input, threads: threads).reduce(into: input.columns) { names, side in
      names += side.index.columnNames.map { side.join.table + "." + $0 }
    }
  }

  /// Returns a file's fields, and the columns that they are read from.
  package func fields(of input: ImportInput, threads: Int) throws(ImportError) -> [(
    Field, FieldMapping
  )] {
    try input.table.fields(
      in: input.file.path, columns: try columnNames(of: input, threads: threads),
      hasObjects: input.hasObjects)
  }

  /// Passes on the columns that a file's fields need, including those of joined tables, a part at a
  /// time.
  ///
  /// - Parameters:
  ///   - input: The file.
  ///   - threads: Number of parsing threads.
  ///   - begin: Called before the first rows, and again if reading restarts; all rows passed on
  ///     before are then void.
  ///   - progress: Receives the number of rows taken.
  ///   - take: Receives rows with all their columns.
  /// - Returns: The columns of all rows of a JSON file; nil for another kind of file.
  /// - Throws: `ImportError` when a file cannot be read or lacks a column.
  func readParts(
    of input: ImportInput, threads: Int, begin: () -> Void, progress: (ImportWork) -> Void,
    take: (SourceRows) -> Void
  ) throws(ImportError) -> JSONColumns? {
    let sides = try sides(of: input, threads: threads)
    var count = 0
    return try onFile { () throws(FileError) in
      let columns = input.neededColumns
      if input.isPlain,
        var stream = try RowStream(input.file, columns: columns, threads: threads)
      {
        begin()
        while let rows = try stream.next() {
          take(rows)
          count += rows.rowCount
          progress(ImportWork(rows: count, of: stream.rowsEstimated(by: count)))
        }
        if stream.isWhole { return nil }
      }
      // A text comes as a whole, any other file in parts.
      var share = 1.0
      return try input.read(threads: threads) {
        count = 0
        begin()
      } reached: {
        share = $0
      } take: { rows in
        let all = Int((Double(count + rows.rowCount) / share).rounded())
        for some in rows.inPieces {
          take(Self.joining(some, sides))
          count += some.rowCount
          progress(ImportWork(rows: count, of: all))
        }
      }
    }
  }

  /// Returns the indices of a lookup's rows, one for each join key so far.
  package func indices(of table: String) -> [LookupIndex] {
    lookups.filter { $0.key.table == table }.map(\.value)
  }

  // MARK: - Implementation

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
    let read = try whole(other, threads: threads)
    let missing = keys.filter { !read.columnNames.contains($0) }
    guard missing.isEmpty else {
      throw .file(
        .missingColumns(file: other.file.path, missing: missing, present: read.columnNames))
    }
    let index = LookupIndex(read, keys: keys)
    lookups[id] = index
    return index
  }

  /// Returns all rows of a file, with the columns of the tables it joins.
  private func whole(_ input: ImportInput, threads: Int) throws(ImportError) -> Joined {
    let names = try columnNames(of: input, threads: threads)
    let rows = try onFile { () throws(FileError) in
      try input.file.read(columns: input.columns, rows: input.rowPath, threads: threads)
    }
    return Joined(
      columnNames: names, rows: Self.joining(rows, try sides(of: input, threads: threads)))
  }

  private func sides(of input: ImportInput, threads: Int) throws(ImportError)
    -> [(join: JoinMapping, index: LookupIndex)]
  {
    var sides: [(join: JoinMapping, index: LookupIndex)] = []
    for join in input.table.joins { sides.append((join, try lookup(join, threads: threads))) }
    return sides
  }

  private static func joining(
    _ rows: SourceRows, _ sides: [(join: JoinMapping, index: LookupIndex)]
  ) -> SourceRows {
    sides.reduce(rows) { rows, side in
      SourceRows(
        tables: rows.tables.map { side.index.joining($0, side.join) },
        skippedCount: rows.skippedCount, localTimes: rows.localTimes)
    }
  }

  private struct LookupID: Hashable {
    let table: String
    let keys: [String]
  }
}

extension SourceRows {
  /// The rows, some thousand at a time.
  fileprivate var inPieces: [SourceRows] {
    guard blocks.isEmpty, tables.count > 1 else { return [self] }
    var pieces: [[Table]] = [[]]
    var count = 0
    for table in tables {
      if count >= Self.pieceRows {
        pieces.append([])
        count = 0
      }
      pieces[pieces.count - 1].append(table)
      count += table.rowCount
    }
    return pieces.enumerated().map { index, tables in
      SourceRows(
        tables: tables, skippedCount: index == 0 ? skippedCount : 0, localTimes: localTimes)
    }
  }

  private static let pieceRows = 1 << 15
}

extension ImportRows {
  /// Reads a file's fields.
  ///
  /// If the rows turn out to have columns that change how others are read, reads the file again.
  package init(
    _ input: ImportInput, _ mapping: Mapping, sides: SideTables, threads: Int,
    _ store: ReadingStore, progress: (ImportWork) -> Void = { _ in }
  ) throws(ImportError) {
    var input = input
    while true {
      let fields = try sides.fields(of: input, threads: threads)
      func empty() -> FieldBatches { FieldBatches(fields: fields, input, mapping, store) }
      var parsed = empty()
      let all = try sides.readParts(of: input, threads: threads) {
        parsed = empty()
      } progress: {
        progress($0)
      } take: {
        parsed.read($0, threads: threads)
      }
      let isGuess = input.isGuess
      if isGuess, let all { input = input.settled(all) }
      let present = try isGuess ? sides.fields(of: input, threads: threads) : fields
      guard !isGuess || Self.isRead(fields, asIf: present, all) else { continue }
      self = try onStore { () throws(StoreError) in
        try ImportRows(input, mapping, parsed, present: Set(present.map(\.0.name)), store)
      }
      unusedColumns = input.unusedColumns(mapping, all)
      return
    }
  }

  // MARK: - Implementation

  /// Whether the fields were read as if it had been known which fields, and which sources of each,
  /// the file has: a source whose column no row has gives no text.
  private static func isRead(
    _ fields: [(Field, FieldMapping)], asIf present: [(Field, FieldMapping)], _ all: JSONColumns?
  ) -> Bool {
    let found = Set((all?.names ?? []) + (all?.containers ?? []))
    let ways = Dictionary(uniqueKeysWithValues: present.map { ($0.0.name, $0.1.sources) })
    return Set(fields.map(\.0.name)).isSuperset(of: ways.keys)
      && fields.allSatisfy { field, mapping in
        mapping.limited(to: found).sources == ways[field.name] ?? []
      }
  }
}
