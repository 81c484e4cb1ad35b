import Racing

/// A set of fields of flat runners, as one word.
struct FieldSet: OptionSet {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// What sources may tell differently.
  ///
  /// A position belongs to its outcome; key, source and import are not theirs to tell.
  static let names = (RacingTables.raceFields + RacingTables.runnerFields).map(\.name).filter {
    !["race_id", "source", "import_id", "position"].contains($0)
  }

  /// All fields.
  static let all = FieldSet(rawValue: (1 << UInt64(names.count)) - 1)

  /// The set of one field; empty where sources cannot tell it differently.
  init(_ name: String) {
    rawValue = Self.names.firstIndex(of: name).map { 1 << UInt64($0) } ?? 0
  }

  /// Reads names joined by commas; unknown ones are left out.
  init(list: String) {
    self = list.split(separator: ",").reduce(into: []) { $0.formUnion(FieldSet(String($1))) }
  }

  /// The names joined by commas, in the store's order.
  var list: String {
    Self.names.indices.filter { rawValue >> UInt64($0) & 1 == 1 }.map { Self.names[$0] }
      .joined(separator: ",")
  }
}
