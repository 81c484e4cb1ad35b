import Columns

/// The fields that decide whether two rows of one race are the same runner or dividend.
package enum RowKey {
  /// The first field in which both rows have a value decides.
  ///
  /// So rows that have only a horse's name still match rows that have its id, too.
  case firstOf([Column])
  /// All fields must have the same value.
  case allOf([Column])

  /// Returns a runner's identity: fields in order of precedence.
  package static func runner(_ fields: [String], of table: Table) -> RowKey {
    .firstOf(fields.compactMap { table[$0] })
  }

  /// Returns a dividend's identity.
  package static func dividend(of table: Table) -> RowKey {
    .allOf(["pool", "combination"].compactMap { table[$0] })
  }

  /// Whether none of the key's fields has a value.
  func isEmpty(_ row: Int) -> Bool {
    switch self {
    case .firstOf(let columns), .allOf(let columns): columns.allSatisfy { $0.isNull(row) }
    }
  }

  /// Whether each row has a value in the first field of the key, or all its fields.
  var isNeverEmpty: Bool {
    switch self {
    case .firstOf(let columns), .allOf(let columns):
      columns.contains { $0.validity.bits == nil }
    }
  }

  /// The codes of the first field, if it always has a value: they alone decide.
  var decidingCodes: Buffer<Int32>? {
    guard case .firstOf(let columns) = self, let first = columns.first,
      first.validity.bits == nil, case .int32(let codes) = first.values
    else { return nil }
    return codes
  }

  /// Whether two rows have the same key.
  func matches(_ left: Int, _ right: Int) -> Bool {
    switch self {
    case .firstOf(let columns):
      columns.first { !$0.isNull(left) && !$0.isNull(right) }
        .map { $0.holdsSame(left, as: $0, right) } ?? false
    case .allOf(let columns): columns.allSatisfy { $0.holdsSame(left, as: $0, right) }
    }
  }
}
