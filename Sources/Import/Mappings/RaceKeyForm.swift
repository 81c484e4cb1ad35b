import Columns

/// The parts of a table's race keys, as far as it matters for telling races apart.
package struct RaceKeyForm {
  /// Whether a key is joined of several texts.
  package let isJoined: Bool
  /// Whether the course is one of them: such a key tells races apart by their facts, and a source
  /// has no other.
  package let hasCourse: Bool
  /// Whether keys are compared letter by letter.
  package let isExact: Bool

  /// Looks at a table's mapping.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - mapping: The mapping; where this table has no course, the columns that are the course of
  ///     others count, as race keys are built alike in all.
  ///   - columns: The columns of the file.
  package init(_ table: TableMapping, of mapping: Mapping, columns: [String]) {
    let has = Set(columns)
    // Those of joined tables stand under their table's name.
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

  /// Returns the value of a key; nil where the key is the value.
  package func value(_ key: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // Safety: the caller lends the bytes for the one call, and the value is a copy.
    isExact ? nil : IdentifierValue.of(key, isJoined: isJoined)
  }
}
