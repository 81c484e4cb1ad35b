import CSimdJSON
import Columns
import Dispatch
import Synchronization

extension JSONText {
  /// A batch of rows: enough to share the work on it, few enough to stay far from 2 GiB a column.
  static let batch = rb_json_limits(rows: 1 << 16, bytes: 64 << 20)

  /// Columns of the rows at a path; one that no row has is null throughout.
  func read(
    _ columns: [String], _ rows: RowPath, threads: Int, batch: rb_json_limits = batch
  ) throws(FileError) -> [Table] {
    var seen: Set<String> = []
    let distinct = columns.filter { seen.insert($0).inserted }
    var tables = readInParts(distinct, rows, threads, batch) ?? []
    if tables.isEmpty { tables = try readPart(distinct, rows, batch).tables(distinct) }
    guard distinct.count < columns.count else { return tables }
    let fields = columns.map { Field($0, .text) }
    return tables.map { table in
      Table(fields: fields, columns: columns.map { table[$0]! }, rowCount: table.rowCount)
    }
  }

  private func readPart(
    _ columns: [String], _ rows: RowPath, _ batch: rb_json_limits
  ) throws(FileError) -> JSONTable {
    try JSONTable(file: file) { out, problem in
      withJSONTexts([rows.text]) { path in
        withJSONTexts(columns) { rb_json_read(start, count, path, $0, batch, out, problem) }
      }
    }
  }

  /// Reads parts of lines in parallel; nil where that doesn't pay or a part cannot be read by
  /// itself, be it that a document spans lines or that it is malformed: reading the whole tells.
  private func readInParts(
    _ columns: [String], _ rows: RowPath, _ threads: Int, _ batch: rb_json_limits
  ) -> [Table]? {
    let parts = isLines ? parts(threads) : []
    guard parts.count > 1 else { return nil }
    let results = Mutex([Int: [Table]]())
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      guard let table = try? parts[index].readPart(columns, rows, batch) else { return }
      let tables = table.tables(columns)
      results.withLock { $0[index] = tables }
    }
    let done = results.withLock { $0 }
    return done.count == parts.count ? parts.indices.flatMap { done[$0]! } : nil
  }

  /// Parts of about the same size that end at line ends and hold more than white space.
  private func parts(_ threads: Int) -> [JSONText] {
    let text = bytes.pointer
    let count = min(threads, text.count / Self.smallestPart)
    guard count > 1 else { return [] }
    var ends = (1..<count).map { part in
      text[(text.count / count * part)...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
        ?? text.count
    }
    ends.append(text.count)
    return zip([0] + ends, ends).filter { $0 < $1 }.map {
      JSONText(file: file, bytes: bytes.slice($0..<$1), isLines: true)
    }
  }

  private static let smallestPart = 1 << 20
}
