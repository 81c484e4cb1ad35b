extension RunnerBlock {
  /// Appends the runners of one race.
  mutating func append(
    _ field: RaceEntries, id: Int64, date: Int, plan: RacePlan, conditions: RaceConditions
  ) {
    appendRace(field.entries.count, id: id, date: date, plan: plan, conditions: conditions)
    for (index, entry) in field.entries.enumerated() {
      append(entry, number: index + 1)
    }
  }

  private mutating func appendRace(
    _ count: Int, id: Int64, date: Int, plan: RacePlan, conditions: RaceConditions
  ) {
    raceID.append(contentsOf: repeatElement(id, count: count))
    self.date.append(contentsOf: repeatElement(Int32(date), count: count))
    offTimeMicros.append(contentsOf: repeatElement(plan.offTimeMicros, count: count))
    raceNumber.append(contentsOf: repeatElement(Int16(plan.number), count: count))
    course.append(contentsOf: repeatElement(Int32(plan.course), count: count))
    country.append(contentsOf: repeatElement(Int32(plan.country), count: count))
    raceName.append(contentsOf: repeatElement(Int32(conditions.raceName), count: count))
    raceClass.append(contentsOf: repeatElement(Int32(conditions.raceClass), count: count))
    going.append(contentsOf: repeatElement(plan.going, count: count))
    surface.append(contentsOf: repeatElement(plan.surface.rawValue, count: count))
    isHandicap.append(contentsOf: repeatElement(conditions.isHandicap, count: count))
    distanceMetres.append(contentsOf: repeatElement(conditions.distanceMetres, count: count))
    prize.append(contentsOf: repeatElement(conditions.prize, count: count))
    totePaid.append(contentsOf: repeatElement(conditions.hasDividend, count: count))
  }

  private mutating func append(_ entry: Entry, number: Int) {
    horse.append(Int32(entry.horse))
    jockey.append(Int32(entry.jockey))
    trainer.append(Int32(entry.trainer))
    owner.append(Int32(entry.owner))
    sire.append(Int32(entry.sire))
    age.append(Int16(entry.age))
    sex.append(entry.sex.rawValue)
    self.number.append(Int16(number))
    draw.append(Int16(entry.draw))
    weightPounds.append(Int16(entry.weightPounds))
    officialRating.append(Int16(entry.officialRating))
    position.append(Int16(entry.position))
    outcome.append(entry.outcome)
    beatenLengthsMicros.append(entry.beatenLengthsMicros)
    spMicros.append(entry.spMicros)
    toteMicros.append(entry.toteMicros)
    bspMicros.append(entry.bspMicros)
  }
}
