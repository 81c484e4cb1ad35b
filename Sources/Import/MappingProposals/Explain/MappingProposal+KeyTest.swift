import Racing

/// The test of a race key on the file, before it is proposed.
extension MappingProposal {
  /// Returns the sample's rows by the texts of some columns; all rows as one race without any.
  func relations(of parts: [FieldCandidates.Candidate]) -> RowRelations {
    guard parts.isEmpty else { return RowRelations(parts.map { profiles[$0.index] }) }
    let rowCount = profiles.first?.codes.count ?? 0
    return RowRelations([ColumnProfile("", [String?](repeating: "x", count: rowCount))])
  }

  /// Tries a key on the columns that differ between a race's runners.
  func trial(_ races: RowRelations) -> KeyTrial {
    func profile(_ field: String) -> ColumnProfile? {
      candidates.of(field).first.map { profiles[$0.index] }
    }
    var runners = KeyTrial.Runners(
      horses: profile("horse") ?? profile("horse_id"), numbers: profile("number"),
      positions: profile("position"))
    // A trainers' column that is taken for the riders' would split races.
    if runners.numbers == nil, runners.positions == nil { runners.riders = profile("jockey") }
    return KeyTrial(races, runners)
  }

  /// Returns the parts of a joined key with the columns that it needs to separate races, as far as
  /// some do.
  ///
  /// - Parameter parts: The parts.
  /// - Returns: All parts, and a doubt where some were added.
  func completed(
    _ parts: [FieldCandidates.Candidate]
  ) -> (parts: [FieldCandidates.Candidate], doubt: String?) {
    guard feeds == .runners, profiles.contains(where: { $0.filledCount > 0 }) else {
      return (parts, nil)
    }
    let first = trial(relations(of: parts))
    guard first.merges else { return (parts, nil) }
    var (best, share) = (parts, first.mergedShare)
    for _ in 0..<Self.addedColumns {
      var found: (part: FieldCandidates.Candidate, share: Double)?
      for part in separatingColumns(besides: best) {
        let tried = trial(relations(of: best + [part]))
        guard tried.rowsPerRace >= 1.5, tried.mergedShare < found?.share ?? share else { continue }
        found = (part, tried.mergedShare)
        if tried.isGood { break }
      }
      guard let found else { return (parts, nil) }
      best.append(found.part)
      share = found.share
      guard share > KeyTrial.accidents else { break }
    }
    guard share <= KeyTrial.accidents else { return (parts, nil) }
    let added = best.dropFirst(parts.count).map { profiles[$0.index].label }.joined(separator: ", ")
    let others = parts.map { profiles[$0.index].label }.joined(separator: ", ")
    return (
      best,
      "race_id: \(others.isEmpty ? "one key for all rows" : others) would make one race of several, by "
        + "their numbers and places, so \(added) is a part of the key"
    )
  }

  // MARK: - Implementation

  /// The most columns that are added to a key.
  private static let addedColumns = 3

  /// Returns columns that may separate races: first facts of races by their names, then others
  /// that stay from row to row.
  private func separatingColumns(
    besides parts: [FieldCandidates.Candidate]
  ) -> [FieldCandidates.Candidate] {
    let taken = Set(parts.map(\.index))
    let facts = [
      "race_no", "off_time", "race_id", "race_name", "course", "date", "distance_m", "class",
      "race_type", "prize", "age_band", "going", "surface",
    ].flatMap { candidates.of($0) }.filter { candidate in
      let profile = profiles[candidate.index]
      return !taken.contains(candidate.index) && profile.filledCount == profile.codes.count
    }
    let known = Set(candidates.all.map(\.index))
    let others = profiles.indices.filter { index in
      let profile = profiles[index]
      return !known.contains(index) && profile.piece == nil && profile.values.count > 1
        && profile.filledCount == profile.codes.count && profile.isSteady
    }.prefix(Limits.triedColumns)
    return facts
      + others.map {
        FieldCandidates.Candidate(
          field: profiles[$0].column, index: $0, hint: 0, score: 0, fit: .none)
      }
  }
}
