import Columns

/// The parts of a table's race keys that matter for distinguishing races.
package struct RaceKeyForm {
  /// Whether a key consists of several texts.
  package let isJoined: Bool
  /// Whether the course is one of them: such a key distinguishes races by their facts, and the
  /// source has no other key.
  package let hasCourse: Bool
  /// Whether keys are compared letter by letter.
  package let isExact: Bool

  /// Reads the form from a table's mapping.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - mapping: The mapping; if this table has no course, the course columns of its other tables
  ///     count, as all build race keys in the same way.
  ///   - columns: The columns of the file.
  package init(_ table: TableMapping, of mapping: Mapping, columns: [String]) {
    let has = Set(columns)
    // Columns of joined tables have their table's name in front.
    let sources = table.fields["race_id"]?.sources.filter { source in
      source.columns.allSatisfy { has.contains($0) || $0.contains(".") }
    }
    isExact = table.fields["race_id"]?.isExact ?? false
    isJoined = sources?.contains { $0.parts.count > 1 } ?? false
    let tables = table.fields["course"] == nil ? Array(mapping.tables.values) : [table]
    let courses = Set(tables.flatMap { $0.fields["course"]?.sources.flatMap(\.columns) ?? [] })
    hasCourse =
      sources?.first.map { $0.parts.count > 1 && !courses.isDisjoint(with: $0.columns) } ?? false
  }

  /// Returns the value of a key; nil if the key itself is the value.
  package func value(_ key: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // Safety: the caller lends the bytes for the one call, and the value is a copy.
    isExact ? nil : IdentifierValue.of(key, isJoined: isJoined)
  }
}
