import ColumnStore
import Columns
import Racing
import RunnerKeys

/// The groups of one table: each runner's code, and the codes' names.
struct CalibrationGroups: Sendable {
  /// The source of a runner's code.
  enum Codes: Sendable {
    case one
    case bins
    case bands
    /// The calendar year, counted from the first one.
    case years(first: Int32)
    /// The number of starters.
    case fieldSizes
    /// Per month and runner; −1 where the fact is missing.
    case stored([Buffer<Int32>])
  }

  let grouping: CalibrationTable.Grouping
  let codes: Codes
  /// The names by code; a group without a name gets no row.
  let names: [String?]
  /// The codes in the order of the rows.
  let order: [Int]

  var count: Int { names.count }

  /// Groups all runners, bins or bands.
  private init(_ grouping: CalibrationTable.Grouping, _ codes: Codes, _ names: [String?]) {
    self.grouping = grouping
    self.codes = codes
    self.names = names
    order = Array(names.indices)
  }

  /// The groupings that every report has.
  static let standard = [
    CalibrationGroups(.total, .one, [nil]),
    CalibrationGroups(.bin, .bins, ProbabilityBin.allCases.map(\.name)),
    CalibrationGroups(.oddsBand, .bands, OddsBand.allCases.map(\.name)),
  ]

  /// Groups by a fact of races.
  ///
  /// - Parameters:
  ///   - key: The fact.
  ///   - columns: The runners' columns.
  ///   - years: The first and the last calendar year with races.
  init(_ key: CalibrationKey, _ columns: inout KeyColumns, years: ClosedRange<Int32>) {
    grouping = .key(key)
    switch key {
    case .year:
      codes = .years(first: years.lowerBound)
      names = years.map { "\($0)" }
      order = Array(names.indices)
    case .fieldSize:
      let largest = columns.months.reduce(0) { max($0, Self.largestField($1)) }
      codes = .fieldSizes
      names = (0...largest).map { "\($0)" }
      order = Array(names.indices)
    case .month, .weekday, .course, .country, .raceClass, .going, .distanceBand:
      let column = columns.namedColumn(key.rawValue)
      let names = (0..<column.names.count).map { column.names[$0] }
      codes = .stored(column.months)
      self.names = names
      order =
        column.isOrdered
        ? Array(names.indices)
        : names.indices.sorted {
          names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8)
        }
    }
  }

  private static func largestField(_ month: MonthView) -> Int {
    (0..<month.races.rowCount).reduce(0) { max($0, month.rows(ofRace: $1).count) }
  }
}

extension CalibrationTable.Grouping {
  /// Whether the groups' names come from the sources.
  package var isNamed: Bool {
    switch self {
    case .key(.course), .key(.country), .key(.raceClass), .key(.going): true
    default: false
    }
  }
}
