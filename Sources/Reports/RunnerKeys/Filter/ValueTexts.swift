import Columns

/// A computed text: the first present one of several fields and literals.
///
/// Texts are compared by their bytes, so names of different dictionaries need no common codes.
struct ValueTexts: Sendable {
  /// A field with the names of its codes, or a literal as the one name of no field.
  private struct Part: Sendable {
    let field: String?
    let names: TextBuffer
  }

  private let parts: [Part]

  /// Prepares a value.
  ///
  /// - Parameters:
  ///   - value: A text or an outcome.
  ///   - dictionary: The names by code of a field; none for a column of plain texts.
  init(_ value: FilterValue, _ dictionary: (String) -> [String]) {
    parts = Self.parts(value, dictionary)
  }

  /// Tests the text of each row.
  ///
  /// - Parameters:
  ///   - rowCount: The number of rows.
  ///   - column: Gives the column of a field.
  ///   - test: The test; nil finds absent texts.
  /// - Returns: Unknown where the text is absent, unless absence is the question.
  func truth(rowCount: Int, _ column: (String) -> Column, _ test: TextTest?) -> FilterTruth {
    let own = rows(column)
    guard let test else {
      return FilterTruth(Bitmap(count: rowCount) { own.text($0) == nil }, .allValid)
    }
    return Self.truth(rowCount) { row in own.text(row).map { test.matches($0) } }
  }

  /// Compares the texts of each row with another value's.
  func truth(
    rowCount: Int, _ column: (String) -> Column, _ comparison: FilterComparison,
    _ other: ValueTexts
  ) -> FilterTruth {
    let (own, others) = (rows(column), other.rows(column))
    return Self.truth(rowCount) { row in
      guard let left = own.text(row), let right = others.text(row) else { return nil }
      return comparison.holds(left, right)
    }
  }

  // MARK: - Implementation

  /// The texts of rows, ready to be looked up.
  private struct Rows {
    let parts: [(column: Column?, names: TextBuffer)]

    /// Returns a row's text; valid while the rows exist.
    func text(_ row: Int) -> UnsafeBufferPointer<UInt8>? {
      // Safety: the columns and names live as long as `self`; offsets and codes are checked.
      for (column, names) in parts {
        guard let column else { return names.utf8(0) }
        guard !column.isNull(row) else { continue }
        if case .text(let texts) = column.values { return texts.utf8(row) }
        let code = Int(column.int32s[row])
        if code >= 0 && code < names.count { return names.utf8(code) }
      }
      return nil
    }
  }

  private func rows(_ column: (String) -> Column) -> Rows {
    Rows(parts: parts.map { ($0.field.map(column), $0.names) })
  }

  private static func parts(
    _ value: FilterValue, _ dictionary: (String) -> [String]
  ) -> [Part] {
    switch value {
    case .field(let field): [Part(field: field.name, names: TextBuffer(dictionary(field.name)))]
    case .literal(.text(let text)): [Part(field: nil, names: TextBuffer([text]))]
    case .first(let values): values.flatMap { parts($0, dictionary) }
    case .literal, .negative, .absolute, .joined: preconditionFailure("a number is no text")
    }
  }

  private static func truth(_ count: Int, _ holds: (Int) -> Bool?) -> FilterTruth {
    let answers = Buffer<UInt8>(count: count) { out in
      for row in out.indices { out[row] = holds(row).map { $0 ? 1 : 0 } ?? 2 }
    }
    return FilterTruth(
      Bitmap(count: count) { answers[$0] == 1 },
      Validity(Bitmap(count: count) { answers[$0] != 2 }))
  }
}
