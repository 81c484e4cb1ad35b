import ColumnStore
import Columns
import EntityReports
import Foundation
import Racing
import RunnerKeys

/// The facts of a store that a report from its dataset needs, and that the rows do not tell.
package struct DatasetFacts: Codable, Equatable, Sendable {
  /// The version of the rows' columns and of what they mean.
  ///
  /// If you change ``StarterSums`` or a field of ``DatasetStarters``, raise it.
  static let layout = 3

  let layout: Int
  /// The first and the last day with races, since 1970.
  private let firstDay: Int32
  private let lastDay: Int32
  /// The key of the race that decides the day, and whether it has a result; nil in datasets of
  /// older versions.
  private let newestRaceID: String?
  private let newestHasResult: Bool?
  private let placeTableVersion: Int
  /// A checksum of the spellings of each role, in facts of earlier runs; roles without any are left
  /// out.
  private let aliases: [String: String]
  let breakDays: Int
  private let classOrder: [String]
  private let classOrders: [String: [String]]
  /// The facts that no runner of some sources has.
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
  }

  /// The first and the last day with races; nil where they are in the wrong order.
  var raceDays: ClosedRange<Day>? { firstDay <= lastDay ? Day(firstDay)...Day(lastDay) : nil }

  /// The race that decides on which day reports are made.
  var newestRace: NewestRace? {
    newestRaceID.map {
      NewestRace(raceID: $0, day: Day(lastDay), hasResult: newestHasResult ?? false)
    }
  }

  /// Everything that all rows depend on, beside the store.
  var rowKey: String {
    "\(layout) \(placeTableVersion) \(breakDays) " + KeptText.json(aliases)
      + KeptText.json(classOrder) + KeptText.json(classOrders)
  }

  /// Whether places are counted as this program counts them.
  var hasThesePlaces: Bool { placeTableVersion == PlaceTable.version }

  /// The role whose spellings stand for other names here than in some aliases; nil where none does.
  func otherRole(among roles: [String], than aliases: NameAliases) -> String? {
    roles.first { self.aliases[$0] != Self.checksum(aliases.spellings(of: $0)) }
  }

  /// Whether a horse's break begins here after as many days.
  func hasBreak(_ rules: FactRules) -> Bool { breakDays == rules.breakDays }

  /// Whether classes have the same order here.
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
