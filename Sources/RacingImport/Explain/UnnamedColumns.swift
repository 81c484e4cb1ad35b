import Racing

/// The fields that columns without names seem to be, by their texts alone.
struct UnnamedColumns {
  /// The place of the column of each field that was found.
  private(set) var fields: [String: Int] = [:]

  /// Looks at columns: first for the races, then for the horses, of which each race has some.
  init(_ profiles: [ColumnProfile]) {
    let whole = profiles.indices.filter { profiles[$0].piece == nil }
    let day = whole.first { DateFit(profiles[$0]).fit.share > 0.98 }
    guard
      let race = whole.first(where: {
        $0 != day && Self.isRace(profiles[$0], day: day.map { profiles[$0] })
      })
    else {
      fields["horse"] = Self.horse(whole.filter { $0 != day }, profiles)
      return
    }
    fields["race_id"] = race
    fields["horse"] = Self.horse(whole.filter { $0 != day && $0 != race }, profiles)
  }

  // MARK: - Implementation

  /// Whether a column's texts stand on some rows each, one after another, with one day: a race key.
  private static func isRace(_ profile: ColumnProfile, day: ColumnProfile?) -> Bool {
    guard profile.filledCount == profile.codes.count, profile.values.count > 1,
      profile.share({ $0.contains(where: \.isNumber) && !$0.contains(" ") }) > 0.95
    else { return false }
    let races = RowRelations([profile])
    let runs = zip(profile.codes, profile.codes.dropFirst()).count { $0 != $1 } + 1
    // A sample of stretches cuts some races in two.
    guard races.rowsPerRace >= 1.5, runs <= profile.values.count + 100 else { return false }
    return day.map { races.constancy(of: $0) > 0.95 } ?? true
  }

  /// Returns the column of words with the most different ones.
  private static func horse(_ places: [Int], _ profiles: [ColumnProfile]) -> Int? {
    places.filter { place in
      let profile = profiles[place]
      return profile.share { $0.contains(where: \.isLetter) && Finish.parse($0) == nil } > 0.95
        && profile.values.count * 4 >= profile.filledCount
    }.max { profiles[$0].values.count < profiles[$1].values.count }
  }
}
