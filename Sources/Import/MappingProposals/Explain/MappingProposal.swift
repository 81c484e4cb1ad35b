import Columns
import Mappings
import Racing
import TabularFiles
import TextEncodings

/// A mapping proposed for a file, with its doubts.
struct MappingProposal {
  let sample: FileSample
  /// Texts for fields that the file lacks.
  let defaults: [String: String]
  private(set) var feeds = TableMapping.Target.runners
  /// The encodings of the files that it reads; empty if all are UTF-8.
  private(set) var encodings: [TextEncoding]
  var fields: [ProposedField] = []
  /// Prices with names of their own.
  var prices: [ProposedField] = []
  private(set) var constants: [(field: String, value: String)] = []
  var doubts: [String] = []
  var candidates: FieldCandidates
  let profiles: [ColumnProfile]
  /// The sample's rows by race.
  var races = RowRelations([])
  /// The column of each field, by its index among the profiles.
  var chosen: [String: FieldCandidates.Candidate] = [:]
  /// The columns of further files of the layout, and those that some file lacks.
  var (added, lacking): (Set<String>, Set<String>) = ([], [])
  /// The days of further files of the layout, as they are written.
  var furtherDays: [String] = []
  /// A joined key with the day by its value in place of the column that has it.
  var keyByDay: (column: String, member: String)?
  /// Columns named like a fact of the race that differ among its runners.
  var mixed: [FieldCandidates.Candidate] = []

  init(_ sample: FileSample, defaults: [String: String] = [:]) {
    self.sample = sample
    self.defaults = defaults
    encodings = sample.file.form.encodings
    let pieces = TextPieces(sample.profiles).pieces
    profiles = sample.profiles + pieces.map(\.profile)
    candidates = FieldCandidates(
      profiles, pieces: pieces, isUnnamed: sample.file.form.columns != nil)
    feeds = decideFeeds()
    doubtRefused()
    doubtPools()
    doubts += candidates.cardDoubts
    proposeRace()
    dropCard()
    chooseOthers()
    compose()
    takeDayIntoKey()
    doubtNames()
    doubtColumns()
    doubtResults()
    settleKey()
    sortFields()
  }

  /// The columns that no field takes.
  var unused: [ColumnProfile] {
    let used = Set((fields + prices).flatMap(\.columns))
    return sample.profiles.filter { !used.contains($0.column) }
  }

  /// Returns the profile of a field's column.
  func profile(of field: String) -> ColumnProfile? { chosen[field].map { profiles[$0.index] } }

  /// Adds the encodings of a further file; none means UTF-8.
  mutating func readsToo(_ others: [TextEncoding]) {
    guard encodings != others else { return }
    let all = Set([encodings, others].flatMap { $0.isEmpty ? [.utf8] : $0 })
    // The first encoding that fits is used: they are listed from those that few texts fit to those
    // that nearly any text fits.
    encodings = TextEncoding.allCases.filter(all.contains)
  }

  /// Adds a constant.
  mutating func setConstant(_ field: String, _ value: String) { constants.append((field, value)) }

  /// Drops the column that was chosen for a field.
  mutating func drop(_ field: String) {
    chosen[field] = nil
    fields.removeAll { $0.name == field }
  }

  // MARK: - Implementation

  private static let runnerWords = ["horse", "horse_id", "number", "position", "jockey"]

  private mutating func decideFeeds() -> TableMapping.Target {
    let isDividends = ["pool", "combination", "dividend"].allSatisfy {
      !candidates.of($0).isEmpty
    }
    let tote: Set = ["pool", "combination", "dividend"]
    if isDividends {
      candidates.remove {
        !tote.contains($0.field)
          && !["race_id", "date", "course", "race_no", "off_time"].contains($0.field)
      }
      return .dividends
    }
    candidates.remove { tote.contains($0.field) }
    return Self.runnerWords.allSatisfy { candidates.of($0).isEmpty } ? .races : .runners
  }

  /// Sorts the fields in the order of the store.
  mutating func sortFields() {
    let order = TableMapping(feeds: feeds).knownFields
    fields.sort { order.firstIndex(of: $0.name)! < order.firstIndex(of: $1.name)! }
  }
}
