import ColumnStore
import Columns
import EntityReports
import Foundation
import Racing
import RunnerKeys

/// The facts of a store that a report from its dataset needs, and that the rows lack.
package struct DatasetFacts: Codable, Equatable, Sendable {
  /// The version of the rows' columns and their meaning.
  ///
  /// If you change ``StarterSums`` or a field of ``DatasetStarters``, raise it.
  static let layout = 6

  let layout: Int
  /// The first and the last day with races, since 1970.
  private let firstDay: Int32
  private let lastDay: Int32
  /// The key of the race that sets a report's day, and whether it has a result; nil in older
  /// datasets.
  private let newestRaceID: String?
  private let newestHasResult: Bool?
  private let placeTableVersion: Int
  /// Per role, a checksum of the spellings used in facts of earlier runs; roles without spellings
  /// are omitted.
  private let aliases: [String: String]
  let breakDays: Int
  private let classOrder: [String]
  private let classOrders: [String: [String]]
  /// The market's name; nil for SP.
  private let marketName: String?
  /// The facts that some sources never have.
  var absences: [FactAbsence] = []

  private enum CodingKeys: String, CodingKey {
    case layout, aliases, absences
    case firstDay = "first_day"
    case lastDay = "last_day"
    case newestRaceID = "newest_race"
    case newestHasResult = "newest_race_has_result"
    case placeTableVersion = "place_table_version"
    case breakDays = "break_days"
    case classOrder = "class_order"
    case classOrders = "class_orders"
    case marketName = "market"
  }

  init(days: ClosedRange<Day>, newest: NewestRace?, aliases: NameAliases, rules: FactRules) {
    layout = Self.layout
    firstDay = days.lowerBound.number
    lastDay = days.upperBound.number
    newestRaceID = newest?.raceID
    newestHasResult = newest?.hasResult
    placeTableVersion = PlaceTable.version
    var sums: [String: String] = [:]
    for role in NameAliases.roles {
      sums[role] = Self.checksum(aliases.spellings(of: role))
    }
    self.aliases = sums
    breakDays = rules.breakDays
    classOrder = rules.classOrder
    classOrders = rules.classOrders
    let market = rules.market ?? .sp
    marketName = market == .sp ? nil : market.column
  }

  /// The market of the rows' facts and probabilities.
  var market: Market { marketName.flatMap { Market(name: $0) } ?? .sp }

  /// The first and the last day with races; nil if they are in the wrong order.
  var raceDays: ClosedRange<Day>? { firstDay <= lastDay ? Day(firstDay)...Day(lastDay) : nil }

  /// The race that sets the day of reports.
  var newestRace: NewestRace? {
    newestRaceID.map {
      NewestRace(raceID: $0, day: Day(lastDay), hasResult: newestHasResult ?? false)
    }
  }

  /// A text of everything that all rows depend on, apart from the store.
  var rowKey: String {
    "\(layout) \(placeTableVersion) \(breakDays) " + JSONText.text(aliases)
      + JSONText.text(classOrder) + JSONText.text(classOrders) + (marketName ?? "")
  }

  /// Whether the dataset's places follow this program's place table.
  var hasThesePlaces: Bool { placeTableVersion == PlaceTable.version }

  /// Returns the first role whose spellings differ from those of some aliases; nil if none does.
  func otherRole(among roles: [String], than aliases: NameAliases) -> String? {
    roles.first { self.aliases[$0] != Self.checksum(aliases.spellings(of: $0)) }
  }

  /// Whether a horse's break has the same number of days as in the rules.
  func hasBreak(_ rules: FactRules) -> Bool { breakDays == rules.breakDays }

  /// Whether classes have the same order as in the rules.
  func hasClasses(_ rules: FactRules) -> Bool {
    classOrder == rules.classOrder && classOrders == rules.classOrders
  }

  // MARK: - Implementation

  private static func checksum(_ spellings: [String: String]) -> String? {
    guard !spellings.isEmpty else { return nil }
    let lines = spellings.map { "\($0.key)\t\($0.value)\n" }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return Checksum.hex(of: Data(lines.joined().utf8))
  }
}
