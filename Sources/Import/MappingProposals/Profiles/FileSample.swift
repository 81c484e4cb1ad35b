import Columns
import RowReading
import TabularFiles

/// Some rows of a file, in stretches spread over it, so that races stay whole; each column with a
/// text somewhere in the file has one in the sample.
struct FileSample {
  let file: SourceFile
  /// The path of a JSON file's rows.
  let rowPath: RowPath?
  /// Other paths that lead to rows.
  let otherPaths: [RowPathCandidate]
  let columns: [String]
  /// The kinds of values in the columns that no field takes, such as lists, by the columns' names.
  let unread: [String: String]
  let rowCount: Int
  let profiles: [ColumnProfile]

  private static let stretchCount = 40
  private static let columnsAtOnce = 8

  init(_ file: SourceFile, threads: Int) throws(FileError) {
    self.file = file
    let paths = try file.rowPaths()
    if paths.isEmpty, try file.hasEmptyList(at: RowPath("[]")!) {
      throw .malformed(
        file: file.path, found: "a list without rows",
        expected:
          "some rows, whose columns suggest a mapping (import accepts the file, with 0 rows)")
    }
    // Runners are deepest: a race's list of them has the most rows and columns.
    rowPath = file.kind.isJSON ? paths.first?.path ?? .document : nil
    otherPaths = Array(paths.dropFirst())
    var seen: Set<String> = []
    let unread = try file.unreadColumns()
    self.unread = unread
    columns = try file.columnNames(rows: rowPath, threads: threads)
      .filter { !$0.isEmpty && unread[$0] == nil && seen.insert($0).inserted }
    guard columns.count <= Limits.columns else {
      throw .malformed(
        file: file.path, found: "\(columns.count) columns", expected: "at most \(Limits.columns)")
    }
    // A Parquet file unpacks only the columns that are read: take some at a time.
    let (all, rows) = (columns, rowPath)
    let width = file.kind == .parquet ? Self.columnsAtOnce : max(1, all.count)
    let groups = stride(from: 0, to: max(1, all.count), by: width).map {
      Array(all[$0..<min(all.count, $0 + width)])
    }
    var whole: ColumnGroup?
    func group(_ names: [String]) throws(FileError) -> ColumnGroup {
      if let whole { return whole }
      let read = ColumnGroup(try file.read(columns: names, rows: rows, threads: threads).tables)
      if groups.count == 1 { whole = read }
      return read
    }
    var picked: [Range<Int>] = []
    var (found, rare): ([ColumnProfile], [Int]) = ([], [])
    var count = 0
    for (place, names) in groups.enumerated() {
      let read = try group(names)
      if place == 0 {
        count = read.rowCount
        picked = Self.picked(count, columnCount: all.count)
      }
      for name in names {
        found.append(ColumnProfile(name, Self.texts(read[name], read.counts, picked)))
        guard found.last!.filledCount == 0 else { continue }
        if let row = Self.firstText(read[name], read.counts) { rare.append(row) }
      }
    }
    if !rare.isEmpty {
      picked = Self.adding(rare.prefix(Self.stretchCount), to: picked, of: count)
      found = []
      for names in groups {
        let read = try group(names)
        found += names.map { ColumnProfile($0, Self.texts(read[$0], read.counts, picked)) }
      }
    }
    (rowCount, profiles) = (count, found)
  }

  /// Some columns of all rows.
  private struct ColumnGroup {
    let counts: [Int]
    private let places: [[String: Column]]

    init(_ tables: [Table]) {
      counts = tables.map(\.rowCount)
      places = tables.map { table in
        Dictionary(uniqueKeysWithValues: zip(table.fields.map(\.name), table.columns))
      }
    }

    var rowCount: Int { counts.reduce(0, +) }

    subscript(name: String) -> [Column?] { places.map { $0[name] } }
  }

  // MARK: - Implementation

  /// Returns stretches of rows, evenly spread.
  private static func picked(_ rowCount: Int, columnCount: Int) -> [Range<Int>] {
    let limit = min(Limits.sampledRows, max(200, Limits.sampledCells / max(1, columnCount)))
    guard rowCount > limit else { return [0..<rowCount] }
    let length = limit / stretchCount
    return (0..<stretchCount).map { stretch in
      let start = (rowCount - length) * stretch / (stretchCount - 1)
      return start..<(start + length)
    }
  }

  /// Returns the stretches, with one added around each of some rows.
  private static func adding(
    _ rows: some Sequence<Int>, to picked: [Range<Int>], of rowCount: Int
  ) -> [Range<Int>] {
    let around = rows.map { max(0, $0 - 25)..<min(rowCount, $0 + 25) }
    var all: [Range<Int>] = []
    for range in (picked + around).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = all.last, range.lowerBound <= last.upperBound {
        all[all.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        all.append(range)
      }
    }
    return all
  }

  /// Returns the first row with a text.
  private static func firstText(_ columns: [Column?], _ counts: [Int]) -> Int? {
    var first = 0
    for (column, count) in zip(columns, counts) {
      let own = column.flatMap { column in
        (0..<count).first { !column.isNull($0) && !column.cellText($0).isEmpty }
      }
      if let own { return first + own }
      first += count
    }
    return nil
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
