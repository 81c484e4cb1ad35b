import CZlib
import Columns

/// Columns of whole numbers as planes of bytes, which compress well.
///
/// A number n is written as 2n + 1 if it is not negative, otherwise as −2n; 0 means no number. The
/// lowest bytes of all rows come first, then the next ones. A column that can be predicted from
/// earlier ones is written as its difference from the prediction, which is mostly 0.
struct PackedColumns {
  /// The prediction of a column from earlier ones.
  enum Rule {
    /// The number itself.
    case plain
    /// The difference from the previous row; from 0 in the first row, and after a row without a
    /// number.
    case step
    /// `minuend − factor · subtrahend`.
    case difference(minuend: Int, subtrahend: Int, factor: Int64)
    /// `(numerator − less) · factor / denominator`, rounded half to even.
    case quotient(numerator: Int, less: Int? = nil, denominator: Int, factor: Int64)
    /// The number in the last row above with the same numbers in two columns; 0 if there is none.
    case alike(first: Int, second: Int)
  }

  let rowCount: Int
  private(set) var bytes: [UInt8] = []
  /// The columns as objects of JSON, in their order.
  private(set) var layout: [String] = []
  private var columns: [[Int64?]] = []

  init(rowCount: Int) { self.rowCount = rowCount }

  /// Adds a column.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - values: A number per row.
  ///   - facts: Further facts for its reader, as members of JSON.
  ///   - rule: The prediction, with the indices of columns that were added before.
  mutating func append(
    _ name: String, _ values: [Int64?], _ facts: [(name: String, value: String)] = [],
    _ rule: Rule = .plain
  ) {
    precondition(values.count == rowCount, "a column has a number for each row")
    columns.append(values)
    var before: Int64 = 0
    var known: [[Int64?]: Int64] = [:]
    let written = values.indices.map { row -> UInt64 in
      guard let value = values[row] else {
        before = 0
        return 0
      }
      var expected = self.expected(rule, row)
      if case .step = rule { (expected, before) = (before, value) }
      if case .alike(let first, let second) = rule {
        expected =
          known.updateValue(value, forKey: [columns[first][row], columns[second][row]]) ?? 0
      }
      let rest = value &- expected
      return rest < 0 ? UInt64(bitPattern: -2 &* rest) : UInt64(bitPattern: 2 &* rest &+ 1)
    }
    let greatest = written.max() ?? 0
    var width = 0
    while width < 8 && greatest >> UInt64(8 * width) > 0 { width += 1 }
    for plane in 0..<width {
      bytes += written.map { UInt8(truncatingIfNeeded: $0 >> UInt64(8 * plane)) }
    }
    layout.append(
      PageText.object(
        [("name", PageText.json(name)), ("width", "\(width)")] + facts + Self.facts(rule)))
  }

  // MARK: - Implementation

  private func expected(_ rule: Rule, _ row: Int) -> Int64 {
    switch rule {
    case .plain, .step, .alike: return 0
    case .difference(let minuend, let subtrahend, let factor):
      guard let minuend = columns[minuend][row], let subtrahend = columns[subtrahend][row] else {
        return 0
      }
      return minuend &- factor &* subtrahend
    case .quotient(let numerator, let less, let denominator, let factor):
      guard let numerator = columns[numerator][row], let denominator = columns[denominator][row],
        denominator > 0, let less = less.map({ columns[$0][row] }) ?? 0
      else { return 0 }
      return Rounding.halfEven(numerator - less, times: factor, dividedBy: denominator)
    }
  }

  private static func facts(_ rule: Rule) -> [(name: String, value: String)] {
    func facts(_ name: String, _ by: Int64?...) -> [(name: String, value: String)] {
      [("rule", PageText.json(name)), ("by", "\(by.compactMap { $0 })")]
    }
    return switch rule {
    case .plain: []
    case .step: [("rule", PageText.json("step"))]
    case .difference(let minuend, let subtrahend, let factor):
      facts("difference", Int64(minuend), Int64(subtrahend), factor)
    case .quotient(let numerator, let less, let denominator, let factor):
      facts("quotient", Int64(numerator), Int64(denominator), factor, less.map { Int64($0) })
    case .alike(let first, let second): facts("alike", Int64(first), Int64(second))
    }
  }
}

/// Bytes compressed for a page: deflated, then written in base 85.
///
/// The text begins with the 85 digits themselves. Five digits are four bytes, the highest first:
/// the number of bytes that follow, then the bytes, padded with zeros.
enum PackedBytes {
  /// The visible characters of ASCII that no text of JSON or HTML escapes.
  private static let digits = Array("!#$%'()*+,-./0123456789:;=?@".utf8) + (65...91) + (93...122)

  /// Packs bytes; a browser's `DecompressionStream("deflate")` unpacks them.
  ///
  /// It uses zlib's default level: the highest takes six times as long and saves one byte in a
  /// hundred.
  static func text(of bytes: [UInt8]) -> String {
    var size = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(size))
    // Safety: the buffer has the maximum size that zlib gives for this number of bytes.
    let result = compress(&packed, &size, bytes, UInt(bytes.count))
    precondition(result == Z_OK, "zlib cannot compress: \(result)")
    return digits(of: packed.prefix(Int(size)))
  }

  // MARK: - Implementation

  private static func digits(of bytes: ArraySlice<UInt8>) -> String {
    var text = digits
    text.reserveCapacity(text.count + 5 * (bytes.count / 4 + 2))
    append(UInt32(bytes.count), to: &text)
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let word = (start..<start + 4).reduce(UInt32(0)) {
        $0 << 8 | ($1 < bytes.count ? UInt32(bytes[$1]) : 0)
      }
      append(word, to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ word: UInt32, to text: inout [UInt8]) {
    var (rest, place) = (word, text.count + 4)
    text += [0, 0, 0, 0, 0]
    for _ in 0..<5 {
      text[place] = digits[Int(rest % 85)]
      (rest, place) = (rest / 85, place - 1)
    }
  }
}
