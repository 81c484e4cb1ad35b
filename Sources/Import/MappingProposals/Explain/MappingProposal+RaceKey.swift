import Mappings

/// The key that distinguishes races.
extension MappingProposal {
  /// Finds the race key, and the rows of each race.
  mutating func proposeRace() {
    let meeting = ["date", "course"].compactMap { best($0) }
    let teller = best("race_no") ?? best("off_time") ?? bestName(with: meeting)
    let isInDay = meeting.contains { $0.index == teller?.index }
    let joined = meeting + (isInDay ? [] : teller.map { [$0] } ?? [])
    let joinedRaces = RowRelations(joined.map { profiles[$0.index] })
    // A column called `race` may hold numbers that repeat at each meeting.
    let number = best("race_no")?.index
    for id in candidates.of("race_id") where id.index != number && isRaceKey(id, facts: joined) {
      chosen["race_id"] = id
      races = RowRelations([profiles[id.index]])
      fields.append(raceID(id))
      return
    }
    doubts += candidates.of("race_id").map {
      "\(profiles[$0.index].label): no race key, for it has gaps or belongs to several days, courses "
        + "or race numbers"
    }
    races = joinedRaces
    proposeJoin(joined, isTold: teller != nil)
  }

  // MARK: - Implementation

  private func raceID(_ id: FieldCandidates.Candidate) -> ProposedField {
    let profile = profiles[id.index]
    // Tools that take a key for a number write some keys as 252204751.0.
    let isNumber = profile.values.contains { $0.hasSuffix(".0") && Double($0) != nil }
    let members = id.fit.members + (isNumber ? ["strip_suffix: \".0\""] : [])
    return ProposedField("race_id", profile, members)
  }

  private func best(_ field: String) -> FieldCandidates.Candidate? { candidates.of(field).first }

  /// Returns the race's name, if it groups several rows of a meeting.
  private func bestName(with meeting: [FieldCandidates.Candidate]) -> FieldCandidates.Candidate? {
    best("race_name").flatMap { name in
      let races = RowRelations((meeting + [name]).map { profiles[$0.index] })
      return races.rowsPerRace < 1.5 ? nil : name
    }
  }

  /// Whether each of a race's rows has it, and it belongs to one day and one course.
  private func isRaceKey(
    _ id: FieldCandidates.Candidate, facts: [FieldCandidates.Candidate]
  ) -> Bool {
    let profile = profiles[id.index]
    guard Double(profile.filledCount) >= 0.95 * Double(profile.codes.count) else { return false }
    let races = RowRelations([profile])
    if feeds == .runners, profile.filledCount >= 50, races.rowsPerRace < 1.5 { return false }
    return facts.allSatisfy { races.constancy(of: profiles[$0.index]) > 0.95 }
  }

  private mutating func proposeJoin(_ parts: [FieldCandidates.Candidate], isTold: Bool) {
    if !isTold {
      doubts.append(
        "race_id: found no race key, race number or off time: races of one day and course cannot "
          + "be distinguished")
    }
    guard !parts.isEmpty else {
      var field = ProposedField("race_id", columns: [], members: ["column: \"@file\""])
      field.comments.append("no column distinguishes races, so the file is taken for one race")
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
}
