import Racing

/// A set of fields of flat runners.
struct FieldSet: Equatable, ExpressibleByArrayLiteral {
  /// The known fields, one bit each.
  private var bits: UInt128 = 0
  /// Prices that mappings name; in a set of all other prices, those that it lacks.
  private var prices: Set<String> = []
  private var hasOtherPrices = false

  /// The fields in which sources may differ.
  ///
  /// A position belongs to its outcome; key, source and import are no facts of a source.
  private static let names = (RacingTables.raceFields + RacingTables.runnerFields).map(\.name)
    .filter { !["race_id", "source", "import_id", "position"].contains($0) }
  private static let bits = {
    precondition(names.count <= UInt128.bitWidth, "a set has a bit for each field")
    return Dictionary(
      uniqueKeysWithValues: names.enumerated().map { ($1, UInt128(1) << UInt128($0)) })
  }()

  /// All fields.
  static let all = {
    var all: FieldSet = []
    all.bits = names.reduce(0) { $0 | bits[$1]! }
    all.hasOtherPrices = true
    return all
  }()

  init(arrayLiteral none: FieldSet...) {
    precondition(none.isEmpty, "a set is made of names")
  }

  /// The set of one field; empty where sources cannot differ in it.
  init(_ name: String) {
    if let bit = Self.bits[name] {
      bits = bit
    } else if name.hasPrefix(NamedPrice.prefix) {
      prices = [name]
    }
  }

  /// Reads names joined by commas; unknown ones are left out.
  init(list: String) {
    for name in list.split(separator: ",") { formUnion(FieldSet(String(name))) }
  }

  /// The names joined by commas, in the store's order.
  var list: String {
    (Self.names.filter { bits & Self.bits[$0]! != 0 } + prices.sorted()).joined(separator: ",")
  }

  /// Whether all fields of another set are in it.
  func contains(_ other: FieldSet) -> Bool {
    other.bits & ~bits == 0 && other.prices.allSatisfy { prices.contains($0) != hasOtherPrices }
  }

  /// Adds the fields of another set.
  mutating func formUnion(_ other: FieldSet) {
    bits |= other.bits
    switch (hasOtherPrices, other.hasOtherPrices) {
    case (false, false): prices.formUnion(other.prices)
    case (false, true): prices = other.prices.subtracting(prices)
    case (true, false): prices.subtract(other.prices)
    case (true, true): prices.formIntersection(other.prices)
    }
    hasOtherPrices = hasOtherPrices || other.hasOtherPrices
  }

  /// Removes the fields of another set.
  mutating func subtract(_ other: FieldSet) {
    bits &= ~other.bits
    if hasOtherPrices { prices.formUnion(other.prices) } else { prices.subtract(other.prices) }
  }

  /// The set without the fields of another.
  func subtracting(_ other: FieldSet) -> FieldSet {
    var rest = self
    rest.subtract(other)
    return rest
  }
}
