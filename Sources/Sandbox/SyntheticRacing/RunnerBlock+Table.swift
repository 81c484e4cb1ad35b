import Columns

extension RunnerBlock {
  /// Returns the block as flat runners, with the columns of `railbird export`, names and decimals
  /// included.
  ///
  /// - Parameter season: The block's season, which has the names.
  /// - Returns: One row per runner.
  public func table(of season: SyntheticSeason) -> Table {
    func named(_ codes: [Int32], _ names: [String]) -> Column {
      Column(.text, .text(TextBuffer(names))).gathered(codes)
    }
    func decimal(_ micros: [Int64], none: Int64) -> Column {
      let values = micros.map { $0 == none ? 0 : Double($0) / 1e6 }
      return Column(.double, .double(Buffer(values)), Validity(micros.map { $0 != none }))
    }
    func numbers(_ values: [Int16]) -> Column { Column(.int16, .int16(Buffer(values))) }
    let outcomes = outcome.map { SyntheticSeason.outcomeNames[Int($0)] }
    return Table([
      ("race_id", Column(.int64, .int64(Buffer(raceID)))),
      ("date", Column(.date, .int32(Buffer(date)))),
      ("off_time", Column(.instant, .int64(Buffer(offTimeMicros)))),
      ("race_no", numbers(raceNumber)),
      ("course", named(course, season.courseNames)),
      ("country", named(country, season.countryNames)),
      ("race_name", named(raceName, season.raceNames)),
      ("class", named(raceClass, season.raceClassNames)),
      ("handicap", Column(.boolean, .boolean(Bitmap(isHandicap)))),
      ("going", named(going, season.goingNames)),
      ("surface", named(surface, season.surfaceNames)),
      ("distance_m", Column(.int32, .int32(Buffer(distanceMetres)))),
      ("prize", Column(.int64, .int64(Buffer(prize)))),
      ("horse_id", Column(texts: horse.map { season.horseID($0) })),
      ("horse", Column(texts: horse.map { season.horseName($0) })),
      ("jockey", named(jockey, season.jockeyNames)),
      ("trainer", named(trainer, season.trainerNames)),
      ("owner", named(owner, season.ownerNames)),
      ("sire", named(sire, season.sireNames)),
      ("age", numbers(age)),
      ("sex", named(sex, season.sexNames)),
      ("number", numbers(number)),
      ("draw", numbers(draw)),
      ("weight_lb", numbers(weightPounds)),
      ("official_rating", Column(int16s: officialRating.map { $0 == 0 ? nil : $0 })),
      ("position", Column(int16s: position.map { $0 == 0 ? nil : $0 })),
      ("outcome", Column(texts: outcomes)),
      ("beaten_lengths", decimal(beatenLengthsMicros, none: -1)),
      ("sp", decimal(spMicros, none: 0)),
      ("tote", decimal(toteMicros, none: 0)),
      ("tote_paid", Column(.boolean, .boolean(Bitmap(totePaid)))),
      ("bsp", decimal(bspMicros, none: 0)),
    ])
  }
}
