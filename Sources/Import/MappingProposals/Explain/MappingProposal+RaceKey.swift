import Mappings

/// The key that distinguishes races.
extension MappingProposal {
  /// Finds the race key, and the rows of each race.
  mutating func proposeRace() {
    let meeting = ["date", "course"].compactMap { best($0) }
    let mark = best("race_no") ?? best("off_time") ?? bestName(with: meeting)
    let isInDay = meeting.contains { $0.index == mark?.index }
    let joined = meeting + (isInDay ? [] : mark.map { [$0] } ?? [])
    // A column called `race` may hold numbers that repeat at each meeting.
    let number = best("race_no")?.index
    let ids = candidates.of("race_id").filter { $0.index != number && isRaceKey($0, facts: joined) }
      .map { (id: $0, races: RowRelations([profiles[$0.index]])) }
    func take(_ key: (id: FieldCandidates.Candidate, races: RowRelations)) {
      chosen["race_id"] = key.id
      races = key.races
      fields.append(raceID(key.id))
    }
    if let good = ids.first(where: { feeds != .runners || !trial($0.races).merges }) {
      return take(good)
    }
    let join = completed(joined)
    // A key that merges races is one of meetings, courses or days.
    if let first = ids.first, !trial(relations(of: join.parts)).isGood { return take(first) }
    let parts = Set(join.parts.map(\.index))
    doubts += candidates.of("race_id").filter { !parts.contains($0.index) }.map {
      "\(profiles[$0.index].label): no race key, for it has gaps, belongs to several days, courses or "
        + "race numbers, or merges races"
    }
    doubts += join.doubt.map { [$0] } ?? []
    races = RowRelations(join.parts.map { profiles[$0.index] })
    proposeJoin(join.parts, isDistinguished: mark != nil || join.doubt != nil)
  }

  /// Makes a joined key of the day by its value, where the file's days are not written as
  /// `2024-05-01`: the next file of the source may write them otherwise.
  mutating func takeDayIntoKey() {
    guard let keyByDay, let date = fields.first(where: { $0.name == "date" }),
      let key = fields.firstIndex(where: { $0.name == "race_id" }),
      date.columns == [keyByDay.column], chosen["off_time"]?.index != chosen["date"]?.index,
      date.members.contains(where: { $0.hasPrefix("format:") })
    else { return }
    fields[key].members[0] = keyByDay.member
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

  private mutating func proposeJoin(_ parts: [FieldCandidates.Candidate], isDistinguished: Bool) {
    if !isDistinguished {
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
    func join(_ pieces: [String]) -> String { "join: [" + pieces.joined(separator: ", ") + "]" }
    if let day = parts.first(where: { $0.field == "date" }) {
      let pieces = parts.map {
        $0.index == day.index ? "{field: date}" : profiles[$0.index].listed
      }
      keyByDay = (profiles[day.index].column, join(pieces))
    }
    let members =
      [join(columns.map(\.listed))]
      + (columns.count > 1 ? ["separator: \"-\""] : [])
    var field = ProposedField("race_id", columns: columns.map(\.column), members: members)
    field.comments.append(
      "no column is a race key, so it is made of " + parts.map(\.field).joined(separator: ", "))
    fields.append(field)
  }
}
