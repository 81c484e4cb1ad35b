import Mappings
import Racing

/// The choice of a field for each column.
extension MappingProposal {
  /// Assigns each column to the field that it fits best.
  mutating func chooseOthers() {
    dropMixedRaceFacts()
    let targets = Set(TableMapping(feeds: feeds).knownFields)
    var taken = Set(chosen.values.map(\.index))
    for candidate in candidates.all
    where candidate.field != "race_id" && targets.contains(candidate.field)
      && chosen[candidate.field] == nil
      && (!taken.contains(candidate.index) || isOtherHalf(candidate))
    {
      chosen[candidate.field] = candidate
      taken.insert(candidate.index)
      let profile = profiles[candidate.index]
      var field = ProposedField(candidate.field, profile, candidate.fit.members)
      field.comments += comments(candidate, profile) + candidate.fit.comments
      doubts += candidate.fit.doubts.map { "\(profile.label): \($0)" }
      fields.append(field)
    }
  }

  // MARK: - Implementation

  /// Whether it is the time in a column that is chosen for the day, or the day in a column that is
  /// chosen for the time; or the number of a greyhound, which is that of its box.
  private func isOtherHalf(_ candidate: FieldCandidates.Candidate) -> Bool {
    let isOfDog = profile(of: "horse").map { column in
      !Self.dogs.isDisjoint(with: HeaderName(column.column).tokens)
    }
    let halves =
      isOfDog == true
      ? ["date": "off_time", "off_time": "date", "number": "draw"]
      : ["date": "off_time", "off_time": "date"]
    return halves[candidate.field].map { chosen[$0]?.index == candidate.index } ?? false
  }

  private static let dogs: Set = ["dog", "greyhound"]

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

  /// Removes candidates for facts of the race that differ among its runners.
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
}
