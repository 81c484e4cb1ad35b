import CZlib
import Foundation
import Testing

/// Reads a page as its script does, without any code of the module.
struct PageReader {
  /// The names of the page's reports.
  let names: [String]
  /// A report of the JSON block.
  let data: [String: Any]
  private let bytes: [UInt8]

  init(_ page: String, report: Int = 0) throws {
    let open = "<script type=\"application/json\" id=\"data\">"
    let start = try #require(page.range(of: open)).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    let whole = try #require(
      try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8)) as? [String: Any])
    let reports = try #require(whole["reports"] as? [[String: Any]])
    names = reports.compactMap { $0["name"] as? String }
    let text = try #require(reports[report]["packed"] as? String)
    let size = try #require(reports[report]["size"] as? Int)
    let packed = try Self.bytes(text)
    var room = UInt(64 << 20)
    var found = [UInt8](repeating: 0, count: Int(room))
    let result = packed.withUnsafeBytes {
      // Safety: zlib reads the packed bytes and writes into the room that it is given.
      uncompress(&found, &room, $0.bindMemory(to: UInt8.self).baseAddress!, UInt($0.count))
    }
    try #require(result == Z_OK)
    let layout = try JSONSerialization.jsonObject(with: Data(found.prefix(size)))
    data = reports[report].merging(try #require(layout as? [String: Any])) { $1 }
    bytes = Array(found[size..<Int(room)])
  }

  /// The bytes that digits to the base 85 mean, after the digits themselves.
  private static func bytes(_ text: String) throws -> [UInt8] {
    let (digits, rest) = (Array(text.utf8.prefix(85)), Array(text.utf8.dropFirst(85)))
    try #require(Set(digits).count == 85 && rest.count % 5 == 0)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: rest.count, by: 5) {
      let word = try rest[start..<start + 5].reduce(0) {
        $0 * 85 + (try #require(digits.firstIndex(of: $1)))
      }
      bytes += [24, 16, 8, 0].map { UInt8(word >> $0 & 255) }
    }
    let count = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    try #require((0..<4).contains(bytes.count - 4 - count))
    return Array(bytes[4..<4 + count])
  }

  /// A column's cells as text; empty where there is none.
  struct Column {
    let name: String
    var values: [Int?]
    let places: Int
    let texts: [String]?

    func text(_ row: Int) -> String {
      guard let value = values[row] else { return "" }
      if let texts { return texts[value] }
      var digits = String(abs(value))
      if places > 0 {
        while digits.count <= places { digits = "0" + digits }
        digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -places))
      }
      return (value < 0 ? "-" : "") + digits
    }
  }

  /// The columns of a part of the data, `rows` or `starts`.
  func columns(_ part: String) throws -> [Column] {
    var at = 0
    for name in ["rows", "starts"] {
      let found = try columns(name, at: &at)
      if name == part { return found }
    }
    return []
  }

  /// The rows as the CSV file has them.
  func rows() throws -> [[String]] {
    let columns = try columns("rows")
    let part = try #require(data["rows"] as? [String: Any])
    let entities = try #require(part["entities"] as? [[String]])
    let windows = try #require(part["windows"] as? [[String: Any]])
    var rows: [[String]] = []
    for window in windows {
      let days = try ["name", "from", "to"].map { try #require(window[$0] as? String) }
      let count = try #require(window["rows"] as? Int)
      for _ in 0..<count {
        let row = rows.count
        let entity = try #require(columns[0].values[row])
        let keys = entities[entity]
        rows.append(keys + days + columns.dropFirst().map { $0.text(row) })
      }
    }
    return rows
  }

  /// A table of the data's quality.
  func quality(_ title: String) throws -> (note: String, header: [String], rows: [[String]]) {
    let facts = try #require(data["facts"] as? [String: Any])
    let tables = try #require(facts["quality"] as? [[Any]])
    let own = try #require(tables.first { $0[0] as? String == title })
    return (
      try #require(own[1] as? String), try #require(own[2] as? [String]),
      try #require(own[3] as? [[String]])
    )
  }

  // MARK: - Implementation

  private func columns(_ part: String, at: inout Int) throws -> [Column] {
    let layout = try #require(data[part] as? [String: Any])
    let count = try #require(layout["count"] as? Int)
    var columns: [Column] = []
    for own in try #require(layout["columns"] as? [[String: Any]]) {
      var column = Column(
        name: try #require(own["name"] as? String), values: Array(repeating: 0, count: count),
        places: own["places"] as? Int ?? 0, texts: own["texts"] as? [String])
      var codes = [Int](repeating: 0, count: count)
      let width = try #require(own["width"] as? Int)
      let (name, by) = (own["rule"] as? String, own["by"] as? [Int] ?? [])
      for plane in 0..<width {
        for row in 0..<count { codes[row] += Int(bytes[at + row]) << (8 * plane) }
        at += count
      }
      var before = 0
      var known: [[Int?]: Int] = [:]
      for row in 0..<count {
        guard codes[row] > 0 else {
          (column.values[row], before) = (nil, 0)
          continue
        }
        let rest = codes[row] % 2 == 1 ? (codes[row] - 1) / 2 : -codes[row] / 2
        var expected = name == "step" ? before : 0
        let key = by.prefix(2).map { columns[$0].values[row] }
        if name == "difference", let a = key[0], let b = key[1] { expected = a - by[2] * b }
        let less = by.count > 3 ? columns[by[3]].values[row] : 0
        if name == "quotient", let a = key[0], let b = key[1], b > 0, let less {
          expected = Self.halfEven((a - less) * by[2], b)
        }
        if name == "alike" {
          expected = known[key] ?? 0
          known[key] = rest + expected
        }
        column.values[row] = rest + expected
        before = rest + expected
      }
      columns.append(column)
    }
    return columns
  }

  private static func halfEven(_ numerator: Int, _ denominator: Int) -> Int {
    let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    let twice = 2 * abs(rest)
    guard twice > denominator || (twice == denominator && quotient % 2 != 0) else {
      return quotient
    }
    return quotient + (numerator < 0 ? -1 : 1)
  }
}
