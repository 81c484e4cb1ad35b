import CSimdJSON
import Columns

/// A text of JSON documents, one or several in sequence.
///
/// Every byte is checked, including columns that are not requested. Strings are unescaped, numbers
/// without a fraction keep their digits (`1e16` has 17; from 10²¹ on an exponent stays), others
/// take the shortest form that reads back as the same double, and null and absent members are null.
/// A non-empty object or array has the text `{…}` or `[…]`, which no field accepts as a value; an
/// empty one is null. If a member's name appears twice, the first value counts, but both may
/// contribute rows.
struct DocumentText: Sendable {
  /// The file's name in messages.
  let file: String
  /// The text.
  let bytes: Buffer<UInt8>
  /// Whether it is already checked, so that members outside the requested columns can be skipped.
  var isChecked = false

  /// The size of a batch: enough rows to share the work, few enough to stay far below 2 GiB a
  /// column.
  static let batch = rb_json_limits(rows: 1 << 16, bytes: 64 << 20)

  /// Reads columns of the rows at a path; a path that no row has is null throughout.
  func read(
    _ columns: [String], _ rows: RowPath, batch: rb_json_limits = batch
  ) throws(FileError) -> [Table] {
    var seen: Set<String> = []
    let distinct = columns.filter { seen.insert($0).inserted }
    let tables = try read(distinct, rows, batch, nil)
    guard distinct.count < columns.count else { return tables }
    let fields = columns.map { Field($0, .text) }
    return tables.map { table in
      Table(fields: fields, columns: columns.map { table[$0]! }, rowCount: table.rowCount)
    }
  }

  /// Reads columns of the rows at a path, all different, and the kinds of all members of the rows.
  ///
  /// Objects and lists without a requested column are not searched. In a part with thousands of
  /// members, only requested ones are certain to be reported.
  func readNoting(_ columns: [String], _ rows: RowPath) throws(FileError)
    -> (tables: [Table], members: JSONMembers)
  {
    var kinds = [UInt8](repeating: 0, count: columns.count)
    let result = Result { () throws(FileError) in
      try kinds.withUnsafeMutableBufferPointer { kinds throws(FileError) in
        var met = rb_json_met(kinds: kinds.baseAddress, others: nil)
        let tables = try read(columns, rows, Self.batch, &met)
        return (tables, JSONTable(taking: met.others!).members)
      }
    }
    let (tables, others) = try result.get()
    var members = JSONMembers()
    for (path, kinds) in zip(columns, kinds) { members.note(path, JSONKinds(rawValue: kinds)) }
    members.merge(others)
    return (tables, members)
  }

  /// Finds the kinds of the members of the first rows at a path, and the number of rows, which is
  /// not exact from `limit` on.
  func members(_ rows: RowPath, limit: Int) throws(FileError)
    -> (members: JSONMembers, rowCount: Int)
  {
    var seen: Int64 = 0
    let table = try JSONTable(file: file) { out, problem in
      withJSONTexts([rows.text]) { path in
        withJSONTexts(rows.listTexts) {
          rb_json_names(start, count, path, $0, Int64(limit), &seen, out, problem)
        }
      }
    }
    return (table.members, Int(seen))
  }

  /// Whether the path of the rows leads through an empty list.
  func hasEmptyList(_ rows: RowPath) throws(FileError) -> Bool {
    var count: Int64 = 0
    var problem = rb_json_problem()
    let code = withJSONTexts([rows.text]) {
      rb_json_empty_lists(start, self.count, $0, &count, &problem)
    }
    guard code == 0 else { throw JSONTable.error(&problem, file) }
    return count > 0
  }

  /// Visits the minified texts of rows, given by ascending ordinals from 0.
  func forEachRowText(
    of ordinals: Buffer<Int64>, _ rows: RowPath, _ take: (String) -> Void
  ) throws(FileError) {
    var problem = rb_json_problem()
    let code = withoutActuallyEscaping(take) { take in
      var take = take
      // Safety: the wall gives the pointer back during the call only, with bytes that it lends.
      return withUnsafeMutablePointer(to: &take) { context in
        withJSONTexts([rows.text]) {
          rb_json_rows_text(
            start, count, $0, ordinals.pointer.baseAddress, Int64(ordinals.count),
            { context, bytes, count in
              let take = context!.assumingMemoryBound(to: ((String) -> Void).self).pointee
              let text = UnsafeBufferPointer(start: bytes, count: Int(count))
              take(String(decoding: text, as: UTF8.self))
            }, context, &problem)
        }
      }
    }
    guard code == 0 else { throw JSONTable.error(&problem, file) }
  }

  /// Returns all paths that lead to rows, best first.
  func rowPaths() throws(FileError) -> [RowPathCandidate] {
    let table = try JSONTable(file: file) { rb_json_row_paths(start, count, $0, $1) }
    let columns = table.strings(["path", "rows", "columns"])
    return columns[0].indices.map {
      RowPathCandidate(
        path: RowPath(columns[0][$0])!, rowCount: Int(columns[1][$0])!,
        columnCount: Int(columns[2][$0])!)
    }
  }

  /// Reads distinct columns.
  private func read(
    _ columns: [String], _ rows: RowPath, _ batch: rb_json_limits,
    _ met: UnsafeMutablePointer<rb_json_met>?
  ) throws(FileError) -> [Table] {
    try JSONTable(file: file) { out, problem in
      withJSONTexts([rows.text]) { path in
        withJSONTexts(rows.listTexts) { lists in
          withJSONTexts(columns) {
            rb_json_read(start, count, path, lists, $0, batch, isChecked ? 1 : 0, met, out, problem)
          }
        }
      }
    }.tables(columns)
  }

  // Safety: `self` holds `bytes`, which therefore outlive every call that borrows them.
  var start: UnsafePointer<UInt8>? { bytes.pointer.baseAddress }
  var count: Int64 { Int64(bytes.count) }
}
