import Columns
import Racing
import TabularFiles

/// A mapping proposed for a file, with its doubts.
struct MappingProposal {
  let sample: FileSample
  /// Texts for fields that the file does not tell.
  let defaults: [String: String]
  private(set) var feeds = TableMapping.Target.runners
  var fields: [ProposedField] = []
  private(set) var constants: [(field: String, value: String)] = []
  var doubts: [String] = []
  private(set) var candidates: FieldCandidates
  let profiles: [ColumnProfile]
  /// The sample's rows by race.
  private(set) var races = RowRelations([])
  /// The column that each field takes, by its place among the profiles.
  private var chosen: [String: FieldCandidates.Candidate] = [:]
  /// Columns called like a fact of the race that differ among its runners.
  private var mixed: [FieldCandidates.Candidate] = []

  init(_ sample: FileSample, defaults: [String: String] = [:]) {
    self.sample = sample
    self.defaults = defaults
    let pieces = TextPieces(sample.profiles).pieces
    profiles = sample.profiles + pieces.map(\.profile)
    candidates = FieldCandidates(profiles, pieces: pieces)
    feeds = decideFeeds()
    doubtRefused()
    proposeRace()
    chooseOthers()
    compose()
    doubtNames()
    settleKey()
    sortFields()
  }

  /// The columns that no field takes.
  var unused: [ColumnProfile] {
    let used = Set(fields.flatMap(\.columns))
    return sample.profiles.filter { !used.contains($0.column) }
  }

  /// The profile that a field takes.
  func profile(of field: String) -> ColumnProfile? { chosen[field].map { profiles[$0.index] } }

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

  /// Says which columns have a field's name but other texts.
  private mutating func doubtRefused() {
    for candidate in candidates.refused where !candidate.fit.doubts.isEmpty {
      doubts += candidate.fit.doubts.map { "\(profiles[candidate.index].label): \($0)" }
    }
  }

  /// Says which fields stay empty although a column is called like them.
  private mutating func doubtNames() {
    for candidate in mixed where !fields.contains(where: { $0.name == candidate.field }) {
      doubts.append(
        "\(profiles[candidate.index].label): differs within races, so it is not taken for "
          + candidate.field)
    }
    for candidate in candidates.refused
    where candidate.hint >= 0.6 && candidate.fit.doubts.isEmpty
      && !fields.contains(where: { $0.name == candidate.field })
    {
      let profile = profiles[candidate.index]
      let isUsed = fields.contains { $0.columns.contains(profile.column) }
      guard !isUsed, profile.toldCount > 0,
        TableMapping(feeds: feeds).knownFields.contains(candidate.field)
      else { continue }
      let examples = profile.examples(3).map(\.oneLine).joined(separator: ", ")
      doubts.append(
        "\(profile.label): called like \(candidate.field), but its texts are none, such as \(examples)"
      )
    }
  }

  /// Finds the race key, and with it which rows are one race.
  private mutating func proposeRace() {
    let parts = ["date", "course", "race_no"].compactMap { best($0) }
    let time = parts.contains { $0.field == "race_no" } ? nil : best("off_time")
    let joined = parts + (time.map { [$0] } ?? [])
    let joinedRaces = RowRelations(joined.map { profiles[$0.index] })
    for id in candidates.of("race_id") where isRaceKey(id, facts: joined) {
      chosen["race_id"] = id
      races = RowRelations([profiles[id.index]])
      fields.append(raceID(id))
      return
    }
    doubts += candidates.of("race_id").map {
      "\(profiles[$0.index].label): no race key, for it has gaps or stands for several days, courses "
        + "or race numbers"
    }
    races = joinedRaces
    proposeJoin(joined)
  }

  private func raceID(_ id: FieldCandidates.Candidate) -> ProposedField {
    let profile = profiles[id.index]
    // Tools that take a key for a number write some of them as 252204751.0.
    let isNumber = profile.values.contains { $0.hasSuffix(".0") && Double($0) != nil }
    let members = id.fit.members + (isNumber ? ["strip_suffix: \".0\""] : [])
    return ProposedField("race_id", profile, members)
  }

  private func best(_ field: String) -> FieldCandidates.Candidate? { candidates.of(field).first }

  /// A race's key stands on each of its rows, and goes with one day and one course.
  private func isRaceKey(
    _ id: FieldCandidates.Candidate, facts: [FieldCandidates.Candidate]
  ) -> Bool {
    let profile = profiles[id.index]
    guard Double(profile.filledCount) >= 0.95 * Double(profile.codes.count) else { return false }
    let races = RowRelations([profile])
    if feeds == .runners, profile.filledCount >= 50, races.rowsPerRace < 1.5 { return false }
    return facts.allSatisfy { races.constancy(of: profiles[$0.index]) > 0.95 }
  }

  private mutating func proposeJoin(_ parts: [FieldCandidates.Candidate]) {
    let needed = Set(["race_no", "off_time"])
    if !parts.contains(where: { needed.contains($0.field) }) {
      doubts.append(
        "race_id: found no race key, race number or off time: races of one day and course cannot "
          + "be told apart")
    }
    guard !parts.isEmpty else {
      var field = ProposedField("race_id", columns: [], members: ["column: \"@file\""])
      field.comments.append("no column tells races apart, so the file is taken for one race")
      fields.append(field)
      return
    }
    let columns = parts.map { profiles[$0.index] }
    let members =
      ["join: [" + columns.map(\.listed).joined(separator: ", ") + "]"]
      + (columns.count > 1 ? ["separator: \"-\""] : [])
    var field = ProposedField("race_id", columns: columns.map(\.column), members: members)
    field.comments.append(
      "no column is a race key, so it is made of " + parts.map(\.field).joined(separator: ", "))
    fields.append(field)
  }

  /// Gives each column to the field that it fits best.
  private mutating func chooseOthers() {
    dropMixedRaceFacts()
    let targets = Set(
      TableMapping(feeds: feeds).knownFields)
    var taken = Set(chosen.values.map(\.index))
    for candidate in candidates.all
    where candidate.field != "race_id" && targets.contains(candidate.field)
      && chosen[candidate.field] == nil
      && !taken.contains(candidate.index)
    {
      chosen[candidate.field] = candidate
      taken.insert(candidate.index)
      let profile = profiles[candidate.index]
      var field = ProposedField(candidate.field, profile, candidate.fit.members)
      field.comments += comments(candidate, profile)
      doubts += candidate.fit.doubts.map { "\(profile.label): \($0)" }
      fields.append(field)
    }
  }

  private func comments(
    _ candidate: FieldCandidates.Candidate, _ profile: ColumnProfile
  ) -> [String] {
    let examples = profile.examples(2).map(\.oneLine)
    var comments = examples.isEmpty ? [] : ["such as " + examples.joined(separator: ", ")]
    let others = candidates.of(candidate.field).filter { $0.index != candidate.index }
    if !others.isEmpty {
      comments.append(
        "also possible: "
          + others.prefix(4).map { profiles[$0.index].label }.joined(separator: ", "))
    }
    let meanings = candidates.all.filter {
      $0.index == candidate.index && $0.field != candidate.field
    }
    if !meanings.isEmpty {
      comments.append("might be " + meanings.prefix(3).map(\.field).joined(separator: ", "))
    }
    return comments
  }

  /// A fact of the race is the same for all its runners.
  private mutating func dropMixedRaceFacts() {
    let raceFields = Set(RacingTables.raceFields.map(\.name)).subtracting(["race_id"])
    guard feeds != .races, races.raceCount > 0 else { return }
    candidates.remove { candidate in
      guard raceFields.contains(candidate.field),
        races.constancy(of: profiles[candidate.index]) < 0.9
      else { return false }
      mixed.append(candidate)
      return true
    }
  }

  private mutating func sortFields() {
    let order = TableMapping(feeds: feeds).knownFields
    fields.sort { order.firstIndex(of: $0.name)! < order.firstIndex(of: $1.name)! }
  }
}
