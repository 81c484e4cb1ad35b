import Racing

/// The type of a field and of the values to compare it with.
package enum FilterKind: String, Sendable {
  case number
  case day
  case instant
  case boolean
  case text
  /// One of the words of `Outcome`.
  case outcome

  /// Whether values have an order; others are only equal or unequal.
  var isOrdered: Bool { self != .boolean && self != .outcome }

  /// Whether values are texts; others are whole numbers or millionths.
  package var isText: Bool { self == .text || self == .outcome }
}

/// A field that a filter may use.
package struct FilterField: Equatable, Sendable {
  package let name: String
  package let kind: FilterKind

  package init(name: String, kind: FilterKind) {
    self.name = name
    self.kind = kind
  }

  /// Keys and facts computed from a runner's own race and earlier rows.
  static let derivedNames =
    [
      "distance_band", "odds_band", "field_size_band", "month", "weekday",
      "days_since_last_run_band", "days_since_last_run", DerivedTimes.name,
    ] + Dimension.calendarKeys + RunnerFact.allCases.map(\.rawValue)

  /// All fields, in the order of exported runners.
  package static let all: [FilterField] =
    RacingTables.questionNames.map { FilterField(name: $0, kind: kind(of: $0)) }
    + derivedNames.map { FilterField(name: $0, kind: kind(of: $0)) }

  /// Finds a field, ignoring the case of its letters.
  package static func named(_ name: String) -> FilterField? {
    FilterFields.ofRunners.named(name)
  }

  /// Whether a field may be known only at the off or later.
  ///
  /// Named prices count as later: their time is unknown.
  package static func isLater(_ name: String) -> Bool {
    Dimension.laterFields.contains(name) || NamedPrice.of(column: name) != nil
  }

  private static func kind(of name: String) -> FilterKind {
    switch KeyColumns.type(ofField: name) {
    case .int16, .int32, .int64, .double, .micros: .number
    case .boolean: .boolean
    case .date: .day
    case .instant: .instant
    case .text: .text
    case .coded(let dictionary): dictionary == "outcome" ? .outcome : .text
    }
  }
}

extension FilterField {
  /// The expected value, in the words of messages.
  var expected: String {
    switch kind {
    case .number: "a number for \(name)"
    case .day: "a day as YYYY-MM-DD for \(name)"
    case .instant: "a day or a time as YYYY-MM-DDTHH:MM:SS for \(name)"
    case .boolean: "true or false for \(name)"
    case .text: "a text for \(name)"
    case .outcome: "one of " + Outcome.allCases.map(\.name).joined(separator: ", ")
    }
  }
}

/// The fields that a condition may use.
package struct FilterFields: Sendable {
  let all: [FilterField]
  private let byName: [String: FilterField]
  /// The kind of an additional field by its lowercased name, as mappings name prices; nil for none.
  private let kindOfOther: @Sendable (String) -> FilterKind?

  package init(
    _ all: [FilterField], others kindOfOther: @escaping @Sendable (String) -> FilterKind?
  ) {
    self.all = all
    self.kindOfOther = kindOfOther
    byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The fields of runners and their races.
  static let ofRunners = FilterFields(FilterField.all) {
    NamedPrice.of(column: $0) == nil ? nil : .number
  }

  /// Finds a field, ignoring the case of its letters.
  package func named(_ name: String) -> FilterField? {
    let small = name.lowercased()
    if let known = byName[name] ?? byName[small] { return known }
    return kindOfOther(small).map { FilterField(name: small, kind: $0) }
  }
}
