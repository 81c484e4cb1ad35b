import Columns
import TabularFiles

/// Some rows of a file, spread over it in stretches, so that races stay whole.
struct FileSample {
  let file: SourceFile
  /// Where a JSON file's rows stand.
  let rowPath: RowPath?
  /// Other places that hold rows.
  let otherPaths: [RowPathCandidate]
  let columns: [String]
  let rowCount: Int
  let profiles: [ColumnProfile]

  private static let rowLimit = 20_000
  private static let cellLimit = 4_000_000
  private static let stretchCount = 40

  init(_ file: SourceFile, threads: Int) throws(FileError) {
    self.file = file
    let paths = try file.rowPaths()
    if paths.isEmpty, try file.hasEmptyList(at: RowPath("[]")!) {
      throw .malformed(
        file: file.path, found: "a list without rows",
        expected: "some rows, whose columns tell a mapping (import takes the file, as 0 rows)")
    }
    // Runners stand deepest: a race's list of them has the most rows and columns.
    rowPath = file.kind.isJSON ? paths.first?.path ?? .document : nil
    otherPaths = Array(paths.dropFirst())
    var seen: Set<String> = []
    columns = try file.columnNames(rows: rowPath).filter { !$0.isEmpty && seen.insert($0).inserted }
    let tables = try file.read(columns: columns, rows: rowPath, threads: threads).tables
    rowCount = tables.reduce(0) { $0 + $1.rowCount }
    let picked = Self.picked(rowCount, columnCount: columns.count)
    let places = tables.map { table in
      Dictionary(uniqueKeysWithValues: zip(table.fields.map(\.name), table.columns))
    }
    let counts = tables.map(\.rowCount)
    profiles = columns.map { name in
      ColumnProfile(name, Self.texts(places.map { $0[name] }, counts, picked))
    }
  }

  // MARK: - Implementation

  /// Stretches of rows, evenly spread.
  private static func picked(_ rowCount: Int, columnCount: Int) -> [Range<Int>] {
    let limit = min(rowLimit, max(200, cellLimit / max(1, columnCount)))
    guard rowCount > limit else { return [0..<rowCount] }
    let length = limit / stretchCount
    return (0..<stretchCount).map { stretch in
      let start = (rowCount - length) * stretch / (stretchCount - 1)
      return start..<(start + length)
    }
  }

  private static func texts(
    _ columns: [Column?], _ counts: [Int], _ picked: [Range<Int>]
  ) -> [String?] {
    var texts: [String?] = []
    var first = 0
    for (column, count) in zip(columns, counts) {
      let all = first..<(first + count)
      first = all.upperBound
      for range in picked {
        for row in range.clamped(to: all) {
          let own = row - all.lowerBound
          let cells = column.flatMap { $0.isNull(own) ? nil : $0 }
          texts.append(cells.map { String(decoding: $0.cellText(own), as: UTF8.self) })
        }
      }
    }
    return texts
  }
}
