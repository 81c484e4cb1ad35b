import ColumnStore
import Columns
import Foundation
import Questions
import Racing
import RunnerKeys

/// Everything that kept sums depend on but the store and the as-of date.
package struct KeptQuestion: Codable, Equatable, Sendable {
  /// The version of the cells' contents and layout in memory.
  ///
  /// If you change `EntityCell`, `EventCell`, `RareCell` or `Population`, a fact of races that goes
  /// into them, or what a key's codes are, raise it: sums that an older version left are then
  /// computed anew.
  static let layout = 7

  let layout: Int
  let commissionMicros: Int64
  let placeTerms: String
  let placeTableVersion: Int
  /// Spellings and the names they stand for, by role; of the roles that are asked about.
  let aliases: [String: [String: String]]
  /// Each once, in an order of their own.
  let cohorts: [KeptCohort]
  let tallies: [KeptTally]

  /// Describes a run; nil where its sums cannot be kept.
  ///
  /// Sums can be kept where a runner's key, and whether it counts, follow from its own race, and
  /// where keys have the same codes when more months have come. The scopes have the same terms.
  init?(_ batch: ReportBatch, _ scopes: [ResolvedScope], _ snapshot: Snapshot) {
    let asked = Self.fields(batch, scopes)
    guard asked.isDisjoint(with: Self.fieldsOfOtherRaces),
      batch.questions.allSatisfy({ $0.dimension.keys.allSatisfy(Self.hasLastingCodes) })
    else { return nil }
    var aliases: [String: [String: String]] = [:]
    for role in asked where !batch.aliases.spellings(of: role).isEmpty {
      let spellings = batch.aliases.spellings(of: role)
      let names = snapshot.dictionary(role)
      // A name that no row has gets a code behind all others, which the next new name takes.
      guard Respelling(names, spellings).names.count == names.count
      else { return nil }
      aliases[role] = spellings
    }
    layout = Self.layout
    commissionMicros = scopes[0].commission.rateMicros
    placeTerms = scopes[0].placeTermsName
    placeTableVersion = PlaceTable.version
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

  /// The name of the file that sums of the question are kept in.
  var fileName: String { String(Checksum.hex(of: Data(KeptText.json(self).utf8)).prefix(32)) }

  /// The dimensions of several keys, each once.
  var joinedKeys: [[String]] {
    var seen: Set<[String]> = []
    return tallies.map(\.keys).filter { $0.count > 1 && seen.insert($0).inserted }
  }

  /// The dictionaries that codes are looked up in.
  static func dictionaries(_ batch: ReportBatch, _ scopes: [ResolvedScope]) -> [String] {
    // A race's country chooses its place terms.
    fields(batch, scopes).union(["country"]).filter { name in
      guard let field = RacingTables.flatField(name), case .coded = field.type else { return false }
      return true
    }.sorted()
  }

  // MARK: - Implementation

  /// Fields that follow from earlier races.
  private static let fieldsOfOtherRaces = Set(
    [DaysSinceLastRun.fieldName, "days_since_last_run_band"]
      + RunnerFact.allCases.filter { !$0.isOfRace }.map(\.rawValue))

  /// Keys of few values, each of which has its code from the first.
  private static let keysOfFixedCodes: Set = [
    "distance_band", "odds_band", "field_size_band", "month", "weekday", "season", "quarter",
    Dimension.none,
  ]

  /// Whether a key's codes stay when a value comes that was not there before.
  private static func hasLastingCodes(_ key: String) -> Bool {
    if case .coded = RacingTables.flatField(key)?.type { return true }
    return keysOfFixedCodes.contains(key)
  }

  /// The fields that keys and filters ask about.
  private static func fields(_ batch: ReportBatch, _ scopes: [ResolvedScope]) -> Set<String> {
    Set(batch.questions.flatMap(\.dimension.keys))
      .union(scopes.flatMap { $0.filter?.fieldNames ?? [] })
  }
}

extension KeptCohort {
  /// Its place among a question's cohorts.
  fileprivate var place: String { "\(bandCount) \(hasAll) \(filter ?? "")" }
}

/// A dimension's sums over a cohort.
package struct KeptTally: Codable, Hashable, Sendable {
  let keys: [String]
  let cohort: KeptCohort
}
