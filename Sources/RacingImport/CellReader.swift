import Columns

/// Reads the text of one field's cells, its words replaced by what they mean.
struct CellReader {
  private let parts: [CellPart]
  private let separator: [UInt8]

  init(_ field: FieldMapping, _ table: Table) {
    parts = field.parts.map { CellPart($0, table[$0.column]!) }
    separator = Array((field.separator ?? "").utf8)
  }

  /// The only column, where the text is taken as it stands.
  var plainColumn: Column? {
    parts.count == 1 && parts[0].isPlain ? parts[0].column : nil
  }

  /// Calls `body` with each row's text, nil where there is none.
  func forEach(_ rowCount: Int, _ body: (Int, UnsafeBufferPointer<UInt8>?) -> Void) {
    if let column = plainColumn, case .text(let text) = column.values {
      for row in 0..<rowCount {
        let cell = text.utf8(row).trimmed
        body(row, cell.isEmpty ? nil : cell)
      }
      return
    }
    var scratch: [UInt8] = []
    for row in 0..<rowCount {
      scratch.removeAll(keepingCapacity: true)
      let isComplete = parts.indices.allSatisfy { index in
        if index > 0 { scratch.append(contentsOf: separator) }
        return parts[index].append(row, to: &scratch)
      }
      scratch.withUnsafeBufferPointer { body(row, isComplete ? $0 : nil) }
    }
  }
}

/// One column's share in a cell's text.
private struct CellPart {
  let column: Column
  private let empty: Set<[UInt8]>
  private let words: [[UInt8]: [UInt8]]
  private let patterns: [WordPattern]
  private let suffix: [UInt8]
  private let marks: (open: UInt8, close: UInt8)?

  init(_ mapping: ColumnMapping, _ column: Column) {
    self.column = column
    empty = Set((mapping.empty ?? []).map { Array($0.utf8) })
    let all = mapping.words ?? [:]
    let exact = all.filter { !$0.key.contains("*") }
    words = Dictionary(
      uniqueKeysWithValues: exact.map { (Array($0.key.utf8), Array($0.value.utf8)) })
    // The longest pattern is the most particular one, so it is tried first.
    patterns = all.filter { $0.key.contains("*") }.map { WordPattern($0.key, $0.value) }
      .sorted { $0.text.count > $1.text.count }
    suffix = Array((mapping.stripSuffix ?? "").utf8)
    marks = mapping.between.flatMap { pair in
      guard pair.count == 2, let open = pair[0].utf8.first, let close = pair[1].utf8.first else {
        return nil
      }
      return (open, close)
    }
  }

  var isPlain: Bool {
    empty.isEmpty && words.isEmpty && patterns.isEmpty && suffix.isEmpty && marks == nil
  }

  /// Appends the cell's text; false where there is none.
  func append(_ row: Int, to scratch: inout [UInt8]) -> Bool {
    guard !column.isNull(row) else { return false }
    var cell = column.cellText(row)
    if !suffix.isEmpty, cell.count > suffix.count, cell.suffix(suffix.count).elementsEqual(suffix) {
      cell.removeLast(suffix.count)
    }
    if let marks {
      guard let close = cell.lastIndex(of: marks.close),
        let open = cell[..<close].lastIndex(of: marks.open)
      else { return false }
      cell = Array(cell[(open + 1)..<close])
    }
    guard !cell.isEmpty, !empty.contains(cell) else { return false }
    if let word = words[cell] ?? patterns.first(where: { $0.matches(cell) })?.meaning {
      scratch.append(contentsOf: word)
    } else {
      scratch.append(contentsOf: cell)
    }
    return true
  }
}

/// A word with `*` at one end or both.
private struct WordPattern {
  let text: [UInt8]
  let meaning: [UInt8]
  private let opensFree: Bool
  private let endsFree: Bool

  init(_ pattern: String, _ meaning: String) {
    opensFree = pattern.hasPrefix("*")
    endsFree = pattern.hasSuffix("*")
    text = Array(pattern.utf8.filter { $0 != UInt8(ascii: "*") })
    self.meaning = Array(meaning.utf8)
  }

  func matches(_ cell: [UInt8]) -> Bool {
    if text.isEmpty { return true }
    guard cell.count >= text.count else { return false }
    if opensFree && endsFree {
      return (0...(cell.count - text.count)).contains {
        cell[$0..<($0 + text.count)].elementsEqual(text)
      }
    }
    return opensFree ? cell.suffix(text.count).elementsEqual(text) : cell.starts(with: text)
  }
}

extension Column {
  /// A cell as text: what a CSV file of this column would hold.
  fileprivate func cellText(_ row: Int) -> [UInt8] {
    switch values {
    case .text(let text): Array(text.utf8(row).trimmed)
    case .int16(let buffer): Array(String(buffer[row]).utf8)
    case .int32(let buffer):
      Array((type == .date ? Day(buffer[row]).iso : String(buffer[row])).utf8)
    case .int64(let buffer): Array(String(buffer[row]).utf8)
    case .double(let buffer): Array(String(buffer[row]).utf8)
    case .boolean(let bits): Array((bits[row] ? "true" : "false").utf8)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes without ASCII blanks at either end.
  var trimmed: UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = count
    while start < end, self[start] <= 0x20 { start += 1 }
    while end > start, self[end - 1] <= 0x20 { end -= 1 }
    return UnsafeBufferPointer(rebasing: self[start..<end])
  }
}
