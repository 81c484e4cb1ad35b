import ColumnStore
import Columns
import Racing
import RunnerKeys

/// A key of a report from a dataset: its expression in SQL, and the names of its values.
struct StarterKey: Sendable {
  /// The key, as in ``Dimension``.
  let key: String
  private let kind: Kind

  private enum Kind {
    /// Names, in the order of their bytes.
    case names
    /// Names with their own order.
    case ordered([String])
    /// Numbers, days and instants.
    case number(ColumnType)
    case band(KeyBand)
  }

  init(_ key: String) {
    self.key = key
    if let band = KeyBand(key) {
      kind = .band(band)
    } else if let names = KeyColumns.orderedNames(ofKey: key) {
      kind = .ordered(names)
    } else {
      switch KeyColumns.type(ofField: key) {
      case .coded, .text: kind = .names
      case .boolean: kind = .ordered(["false", "true"])
      case let type: kind = .number(type)
      }
    }
  }

  /// The fields of the key; none for the key of all runners.
  var fields: [String] {
    if case .band(let band) = kind { return band.value.fieldNames }
    return key == Dimension.none ? [] : [key]
  }

  /// Whether the key has few values, each with a large part of all runners.
  var isCoarse: Bool {
    switch kind {
    case .names, .number: false
    case .ordered, .band: true
    }
  }

  /// Writes the key as an expression: a text, or a whole number.
  ///
  /// - Parameters:
  ///   - value: Returns the SQL of a field.
  ///   - numbers: The computed numbers of the question.
  /// - Returns: The expression; NULL for a runner without the key.
  func sql(_ value: (String) -> String, _ numbers: NumberSteps) -> String {
    if key == Dimension.none { return SQLText.text(Dimension.everyone) }
    switch kind {
    case .names: return value(key)
    case .ordered:
      return KeyColumns.type(ofField: key) == .boolean
        ? "CAST(\(value(key)) AS STRING)" : value(key)
    case .number: return "CAST(\(value(key)) AS BIGINT)"
    case .band(let band):
      let own = numbers.sql(band.value)
      let places = band.bounds.enumerated().reversed().map { index, bound in
        " WHEN \(own) >= \(bound) THEN \(index + 1)"
      }
      return "CASE WHEN \(own) IS NULL THEN NULL\(places.joined()) ELSE 0 END"
    }
  }

  /// Gives codes to the values of an answer, and names to the codes.
  ///
  /// - Parameter values: The values found, in any order.
  /// - Returns: A code for each, and the names of the codes.
  /// - Throws: ``SQLReportError`` `.answer` for a value that the key does not have.
  func coded(_ values: [StarterKeyValue]) throws(SQLReportError) -> (codes: [Int32], KeyColumn) {
    let found = Set(values).sorted()
    func codes(_ order: [StarterKeyValue]) -> [Int32] {
      let places = Dictionary(uniqueKeysWithValues: zip(order, Int32(0)...))
      return values.map { places[$0]! }
    }
    switch kind {
    case .names:
      return (codes(found), column(found.map(\.text), isOrdered: false))
    case .number(let type):
      return (
        codes(found), column(found.map { KeyColumns.name(of: $0.number, type) }, isOrdered: true)
      )
    case .ordered(let names): return try placed(values, among: names.map { .text($0) }, names)
    case .band(let band):
      return try placed(
        values, among: band.names.indices.map { .number(Int64($0)) }, band.names)
    }
  }

  /// The computed number of a band; nil for other keys.
  var number: FilterValue? {
    if case .band(let band) = kind { band.value } else { nil }
  }

  // MARK: - Implementation

  private func placed(
    _ values: [StarterKeyValue], among known: [StarterKeyValue], _ names: [String]
  ) throws(SQLReportError) -> (codes: [Int32], KeyColumn) {
    let places = Dictionary(uniqueKeysWithValues: zip(known, Int32(0)...))
    var codes: [Int32] = []
    codes.reserveCapacity(values.count)
    for value in values {
      guard let code = places[value] else {
        throw .answer(
          found: "the \(key) \(value)", expected: "one of " + names.joined(separator: ", "))
      }
      codes.append(code)
    }
    return (codes, column(names, isOrdered: true))
  }

  private func column(_ names: [String], isOrdered: Bool) -> KeyColumn {
    KeyColumn(months: [], names: NameDictionary(names), isOrdered: isOrdered)
  }
}

/// A value of a key, as answered by an engine.
enum StarterKeyValue: Hashable, Comparable, CustomStringConvertible {
  case number(Int64)
  /// UTF-8: two spellings that look alike may be two names.
  case bytes([UInt8])

  static func text(_ text: String) -> StarterKeyValue { .bytes(Array(text.utf8)) }

  /// The number; 0 for a text.
  var number: Int64 { if case .number(let number) = self { number } else { 0 } }

  /// The text; for a number its digits.
  var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  var description: String { text }

  static func < (left: StarterKeyValue, right: StarterKeyValue) -> Bool {
    switch (left, right) {
    case (.number(let first), .number(let second)): first < second
    case (.bytes(let first), .bytes(let second)): first.lexicographicallyPrecedes(second)
    case (.number, .bytes): true
    case (.bytes, .number): false
    }
  }
}
