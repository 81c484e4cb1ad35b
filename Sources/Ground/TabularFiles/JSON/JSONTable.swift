import CSimdJSON
import Columns

/// Batches of text columns read behind the wall, and their memory.
package final class JSONTable: @unchecked Sendable {
  // Safety: complete after `init` and never changed; freed with the last column that points into
  // it.
  private let handle: OpaquePointer

  package typealias Problem = UnsafeMutablePointer<rb_json_problem>

  /// Calls a function of the wall; `call` returns its code.
  package init(
    file: String, _ call: (UnsafeMutablePointer<OpaquePointer?>, Problem) -> Int32
  ) throws(FileError) {
    var table: OpaquePointer?
    var problem = rb_json_problem()
    guard call(&table, &problem) == 0, let table else { throw Self.error(&problem, file) }
    handle = table
  }

  /// Takes ownership of a table that a call returned.
  init(taking handle: OpaquePointer) { self.handle = handle }

  /// Converts the wall's problem to an error; frees the problem.
  static func error(_ problem: Problem, _ file: String) -> FileError {
    defer { rb_json_problem_free(problem) }
    return .malformed(
      file: file, found: String(cString: problem.pointee.found),
      expected: String(cString: problem.pointee.expected))
  }

  deinit { rb_json_table_free(handle) }

  /// Returns the batches as tables with these column names.
  func tables(_ names: [String]) -> [Table] {
    let fields = names.map { Field($0, .text) }
    return (0..<rb_json_batch_count(handle)).map { batch in
      let rows = Int(rb_json_row_count(handle, batch))
      return Table(
        fields: fields, columns: fields.indices.map { column(batch, $0, rows) }, rowCount: rows)
    }
  }

  /// Returns a batch's columns as strings.
  package func strings(_ names: [String], ofBatch batch: Int64 = 0) -> [[String]] {
    let rows = Int(rb_json_row_count(handle, batch))
    return names.indices.map { index in
      let texts = column(batch, index, rows).texts
      return (0..<rows).map { texts[$0] }
    }
  }

  /// The only batch's rows as members: paths and kinds.
  var members: JSONMembers {
    let columns = strings(["path", "kinds"])
    var members = JSONMembers()
    for (path, kinds) in zip(columns[0], columns[1]) {
      members.note(path, JSONKinds(rawValue: UInt8(kinds)!))
    }
    return members
  }

  private func column(_ batch: Int64, _ index: Int, _ rows: Int) -> Column {
    let column = rb_json_column_at(handle, batch, Int64(index))
    let offsets = Buffer<Int32>(borrowing: column.offsets, count: rows + 1, owner: self)
    let bytes = Buffer<UInt8>(borrowing: column.bytes, count: Int(offsets[rows]), owner: self)
    let validity = column.validity.map {
      Bitmap(bytes: Buffer(borrowing: $0, count: (rows + 7) / 8, owner: self), count: rows)
    }
    return Column(.text, .text(TextBuffer(offsets: offsets, bytes: bytes)), Validity(validity))
  }
}

/// Lends texts to the wall.
package func withJSONTexts<Result>(_ strings: [String], _ body: (rb_json_texts) -> Result)
  -> Result
{
  let texts = TextBuffer(strings)
  return withExtendedLifetime(texts) {
    body(
      rb_json_texts(
        offsets: texts.offsets.pointer.baseAddress, bytes: texts.bytes.pointer.baseAddress,
        count: Int64(strings.count)))
  }
}
