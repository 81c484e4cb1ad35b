import CSimdJSON
import Columns

extension JSONDocuments {
  /// Hands out columns of the rows at a path, some parts' rows at a time, in file order.
  ///
  /// - Parameters:
  ///   - columns: The columns' paths; one that no row has is null throughout.
  ///   - rows: Where the rows stand.
  ///   - threads: How many threads may parse.
  ///   - beside: Reads something else of a part while it is at hand, knowing the part's number;
  ///     called for several parts at a time.
  ///   - begin: Called first; and again where a part cannot be read by itself, be it that a document
  ///     spans lines or that it is malformed: then what was handed out is void, and the whole is
  ///     read, which tells what is wrong with it.
  ///   - take: Takes tables of exactly these columns.
  /// - Throws: ``FileError`` when the text is malformed.
  func read(
    _ columns: [String], _ rows: RowPath, threads: Int, beside: Beside? = nil, begin: () -> Void,
    take: ([Table]) -> Void
  ) throws(FileError) {
    begin()
    guard partCount == 1 || !readInParts(columns, rows, threads, beside, take) else { return }
    begin()
    let text = try whole(threads: threads)
    let tables = try text.read(columns, rows)
    beside?(0, JSONPart(checked: text))
    take(tables)
  }

  /// Columns of the rows at a path, and which of them the first 20,000 rows have: `columns` and `read`
  /// in one pass of one thread.
  ///
  /// - Parameters:
  ///   - columns: The columns' paths, all different.
  ///   - rows: Where the rows stand.
  ///   - beside: As for `read`.
  /// - Returns: Tables of what is there, and what that is; nil where the text cannot be read in parts.
  func readPresent(_ columns: [String], _ rows: RowPath, beside: Beside)
    -> (tables: [Table], present: JSONColumns)?
  {
    var tables: [Table] = []
    var met: [JSONColumns] = []
    var rest = JSONText.rowsLookedAt
    for index in 0..<partCount {
      guard let text = try? part(index),
        let read = try? text.read(columns, rows, lookingAt: max(rest, 0))
      else { return nil }
      beside(index, JSONPart(checked: text))
      tables += read.tables
      met.append(read.met)
      rest -= read.rowCount
    }
    let present = JSONColumns(met).sorted(as: columns)
    let names = present.names + present.containers
    let fields = names.map { Field($0, .text) }
    return (
      tables.map { table in
        Table(fields: fields, columns: names.map { table[$0]! }, rowCount: table.rowCount)
      }, present
    )
  }

  typealias Beside = @Sendable (Int, JSONPart) -> Void

  /// All columns of the rows at a path.
  func read(_ columns: [String], _ rows: RowPath, threads: Int) throws(FileError) -> [Table] {
    var tables: [Table] = []
    try read(columns, rows, threads: threads) {
      tables = []
    } take: {
      tables += $0
    }
    return tables
  }

  /// The columns of the rows at a path, in order of first appearance in the first 20,000 rows.
  func columns(_ rows: RowPath) throws(FileError) -> JSONColumns {
    var found: [JSONColumns] = []
    var rest = JSONText.rowsLookedAt
    for index in 0..<partCount where rest > 0 {
      guard let part = try? part(index), let read = try? part.columns(rows, limit: rest)
      else { return try whole(threads: 1).columns(rows, limit: JSONText.rowsLookedAt).columns }
      found.append(read.columns)
      rest -= read.rowCount
    }
    return JSONColumns(found)
  }

  // MARK: - Implementation

  /// Returns whether all parts could be read.
  private func readInParts(
    _ columns: [String], _ rows: RowPath, _ threads: Int, _ beside: Beside?,
    _ take: ([Table]) -> Void
  ) -> Bool {
    // More parts than threads, so that none waits long for the last.
    let atOnce = threads * 2
    for first in stride(from: 0, to: partCount, by: atOnce) {
      let count = min(atOnce, partCount - first)
      let tables = ParallelTasks.map(count: count, threads: threads) { index -> [Table]? in
        guard let text = try? part(first + index),
          let tables = try? text.read(columns, rows)
        else { return nil }
        beside?(first + index, JSONPart(checked: text))
        return tables
      }
      guard !tables.contains(where: { $0 == nil }) else { return false }
      take(tables.flatMap { $0! })
    }
    return true
  }
}
