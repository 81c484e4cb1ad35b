import ColumnStore
import Columns
import Foundation
import TestSupport

/// A store in a temporary folder.
struct SampleStore {
  let folder: TemporaryFolder
  var path: String { folder.file("store") }

  init() throws { folder = try TemporaryFolder() }

  static let january = Month(202_401)
  static let february = Month(202_402)

  /// Commits one month of one table, its names coded.
  func commit(_ month: Month = january, jockeys: [String], points: [Int64?]) throws {
    let writer = try StoreWriter(store: path)
    try writer.replace("rides", month, with: Self.rides(writer, jockeys, points))
    try writer.commit()
  }

  /// Returns a table of names, coded, and numbers.
  static func rides(_ writer: StoreWriter, _ jockeys: [String], _ points: [Int64?]) -> Table {
    let codes = jockeys.map { writer.dictionary("jockey").code($0) }
    return Table([
      ("jockey", Column(.coded(dictionary: "jockey"), .int32(Buffer(codes)))),
      ("points", Column(int64s: points)),
    ])
  }

  /// Returns every ride of a snapshot as "jockey points".
  static func rides(_ snapshot: Snapshot) -> [String] {
    let names = snapshot.dictionary("jockey")
    return snapshot.segments(of: "rides").flatMap { segment in
      let points = segment.rows.column(Field("points", .int64)).cells
      return (0..<segment.rows.rowCount).map { row in
        names[Int(segment.rows["jockey"]!.int32s[row])] + " " + (points[row] ?? "-")
      }
    }
  }

  /// Returns the end of a segment's values: damage there affects only a checksum.
  ///
  /// An Arrow file ends with an end-of-stream mark of 8 bytes, the footer, its length in 4 bytes,
  /// and "ARROW1".
  static func lastValue(_ segment: Data) -> Int {
    let length = segment.suffix(10).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return segment.count - 10 - length - 8 - 1
  }

  /// The store's data files, relative to it.
  var dataFiles: [String] {
    files(below: path).filter { $0 != "LOCK" && $0 != "MANIFEST" }
  }
}
