import Columns

/// Finds rows of one race by their key.
///
/// Compares short lists row by row, and hashes long ones: a hostile file may put all its rows into
/// one race.
struct KeyIndex {
  private static let shortCount = 32

  private let key: RowKey
  private var rows: [Int32] = []
  /// The place of the first row, by each value that may find it.
  private var firsts: [[UInt8]: Int] = [:]
  /// By field: which combinations of earlier fields the rows lack, as bits; only for `.firstOf`,
  /// where one field decides.
  private var gaps: [Int: Set<UInt64>] = [:]
  private var hashedCount = 0

  init(_ rows: [Int32] = [], key: RowKey) {
    self.key = key
    for row in rows { append(row) }
  }

  /// Adds a row; its place is the number of rows added before.
  mutating func append(_ row: Int32) {
    rows.append(row)
    guard rows.count > Self.shortCount else { return }
    while hashedCount < rows.count {
      hash(Int(rows[hashedCount]), place: hashedCount)
      hashedCount += 1
    }
  }

  /// Returns the place of the first row that has another row's key.
  func place(matching row: Int) -> Int? {
    guard hashedCount > 0 else {
      return rows.indices.first { key.matches(Int(rows[$0]), row) }
    }
    switch key {
    case .allOf(let columns): return firsts[Self.bytes(of: row, in: columns)]
    case .firstOf(let columns):
      let lacking = Self.gaps(of: row, in: columns)
      return columns.indices.lazy.filter { !columns[$0].isNull(row) }.flatMap { field in
        let value = Self.bytes(of: row, in: [columns[field]])
        // A field decides where one of the two rows lacks each field before it.
        return (gaps[field] ?? []).filter {
          $0 | lacking & Self.before(field) == Self.before(field)
        }
        .compactMap { firsts[Self.bytes(field, $0) + value] }
      }.min()
    }
  }

  // MARK: - Implementation

  private mutating func hash(_ row: Int, place: Int) {
    switch key {
    case .allOf(let columns):
      let bytes = Self.bytes(of: row, in: columns)
      if firsts[bytes] == nil { firsts[bytes] = place }
    case .firstOf(let columns):
      let lacking = Self.gaps(of: row, in: columns)
      for field in columns.indices where !columns[field].isNull(row) {
        let gap = lacking & Self.before(field)
        gaps[field, default: []].insert(gap)
        let bytes = Self.bytes(field, gap) + Self.bytes(of: row, in: [columns[field]])
        if firsts[bytes] == nil { firsts[bytes] = place }
      }
    }
  }

  private static func before(_ field: Int) -> UInt64 { (1 << UInt64(field)) - 1 }

  private static func gaps(of row: Int, in columns: [Column]) -> UInt64 {
    columns.indices.reduce(0) { $0 | (columns[$1].isNull(row) ? 1 << UInt64($1) : 0) }
  }

  private static func bytes(_ field: Int, _ gap: UInt64) -> [UInt8] {
    [UInt8(truncatingIfNeeded: field)] + withUnsafeBytes(of: gap) { Array($0) }
  }

  private static func bytes(of row: Int, in columns: [Column]) -> [UInt8] {
    columns.flatMap { column -> [UInt8] in
      if column.isNull(row) { return [0] }
      let value = column.valueBytes(row)
      return [1] + withUnsafeBytes(of: value.count) { Array($0) } + value
    }
  }
}

extension Column {
  fileprivate func valueBytes(_ row: Int) -> [UInt8] {
    switch values {
    case .int16(let buffer): withUnsafeBytes(of: buffer[row]) { Array($0) }
    case .int32(let buffer): withUnsafeBytes(of: buffer[row]) { Array($0) }
    case .int64(let buffer): withUnsafeBytes(of: buffer[row]) { Array($0) }
    case .double(let buffer): withUnsafeBytes(of: buffer[row]) { Array($0) }
    case .boolean(let bits): [bits[row] ? 1 : 0]
    case .text(let text): Array(text.utf8(row))
    }
  }
}
