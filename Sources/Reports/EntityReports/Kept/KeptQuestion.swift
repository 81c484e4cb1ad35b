import ColumnStore
import Columns
import Foundation
import Questions
import Racing
import RunnerKeys

/// Everything that kept sums depend on, except the store and the as-of date.
package struct KeptQuestion: Codable, Equatable, Sendable {
  /// The version of the cells' contents and layout in memory.
  ///
  /// If you change `EntityCell`, `WinSums`, `SharedRaceSums` or `Population`, a fact of races that
  /// they include, or a key's codes, raise it: sums of older versions are then recomputed.
  static let layout = 8

  let layout: Int
  let commissionMicros: Int64
  let placeTerms: String
  let placeTableVersion: Int
  /// The market's name; nil for SP.
  let market: String?
  /// Spellings and their names, by role; only roles that the questions use.
  let aliases: [String: [String: String]]
  /// Each cohort once, in a fixed order.
  let cohorts: [KeptCohort]
  let tallies: [KeptTally]

  /// Describes a run; nil if its sums cannot be kept.
  ///
  /// Sums can be kept if a runner's key and filter depend only on its own race, and if keys keep
  /// their codes when months are added. All scopes have the same terms.
  init?(_ batch: ReportBatch, _ scopes: [ResolvedScope], _ snapshot: Snapshot) {
    let asked = Self.fields(batch, scopes)
    guard asked.isDisjoint(with: Self.fieldsOfOtherRaces),
      batch.questions.allSatisfy({ $0.dimension.keys.allSatisfy(Self.hasLastingCodes) })
    else { return nil }
    var aliases: [String: [String: String]] = [:]
    for role in asked where !batch.aliases.spellings(of: role).isEmpty {
      let spellings = batch.aliases.spellings(of: role)
      let names = snapshot.dictionary(role)
      // A name that no row has gets a code after all others, which the next new name would take.
      guard Respelling(names, spellings).names.count == names.count
      else { return nil }
      aliases[role] = spellings
    }
    layout = Self.layout
    commissionMicros = scopes[0].commission.rateMicros
    placeTerms = scopes[0].placeTermsName
    placeTableVersion = PlaceTable.version
    let price = scopes[0].figures.market
    market = price == .sp ? nil : price.column
    self.aliases = aliases
    cohorts = Set(scopes.map { KeptCohort($0) }).sorted { $0.place < $1.place }
    tallies = Set(
      zip(batch.questions, scopes).map {
        KeptTally(keys: $0.dimension.keys, cohort: KeptCohort($1))
      }
    ).sorted {
      ($0.keys.joined(separator: "+"), $0.cohort.place) < (
        $1.keys.joined(separator: "+"), $1.cohort.place
      )
    }
  }

  /// The name of the file with the question's sums.
  var fileName: String { String(Checksum.hex(of: JSONText.encoded(self)).prefix(32)) }

  /// The dimensions with several keys, each once.
  var joinedKeys: [[String]] {
    var seen: Set<[String]> = []
    return tallies.map(\.keys).filter { $0.count > 1 && seen.insert($0).inserted }
  }

  /// Returns the dictionaries used to look up codes.
  static func dictionaries(_ batch: ReportBatch, _ scopes: [ResolvedScope]) -> [String] {
    // A race's country selects its place terms.
    fields(batch, scopes).union(["country"]).filter { name in
      guard let field = RacingTables.flatField(name), case .coded = field.type else { return false }
      return true
    }.sorted()
  }

  // MARK: - Implementation

  /// Fields that depend on earlier races.
  private static let fieldsOfOtherRaces = Set(
    [DaysSinceLastRun.fieldName, "days_since_last_run_band"]
      + RunnerFact.allCases.filter { !$0.isOfRace }.map(\.rawValue))

  /// Keys with a fixed list of values and codes.
  private static let keysOfFixedCodes: Set = [
    "distance_band", "odds_band", "field_size_band", "month", "weekday", "season", "quarter",
    "calendar_month", "iso_week", Dimension.none,
  ]

  /// Whether a key's codes stay the same when new values appear.
  private static func hasLastingCodes(_ key: String) -> Bool {
    if case .coded = RacingTables.flatField(key)?.type { return true }
    return keysOfFixedCodes.contains(key)
  }

  /// Returns the fields that keys and filters use.
  private static func fields(_ batch: ReportBatch, _ scopes: [ResolvedScope]) -> Set<String> {
    Set(batch.questions.flatMap(\.dimension.keys))
      .union(scopes.flatMap { $0.filter?.fieldNames ?? [] })
  }
}

extension KeptCohort {
  /// Its sorting key among a question's cohorts.
  fileprivate var place: String { "\(bandCount) \(hasAll) \(filter ?? "")" }
}

/// A dimension's sums over a cohort.
package struct KeptTally: Codable, Hashable, Sendable {
  let keys: [String]
  let cohort: KeptCohort
}
