/// Makes the blocks of a season one after another, a day of racing at a time.
public struct RunnerBlocks: IteratorProtocol {
  private let world: World
  private let blockRunners: Int
  private var engagements: HorseEngagements
  private var bookings: JockeyBookings
  private var field = RaceEntries()
  private var nextDay = 0
  private var nextRace: Int64 = 1

  init(world: World, blockRunners: Int) {
    self.world = world
    self.blockRunners = blockRunners
    engagements = HorseEngagements(horseCount: world.horses.count)
    bookings = JockeyBookings(jockeyCount: world.jockeys.count)
  }

  /// Makes the next block: whole days until it is large enough.
  ///
  /// - Returns: At least one race, or nil after the last day.
  public mutating func next() -> RunnerBlock? {
    var block = RunnerBlock()
    while nextDay < world.calendar.dayCount && block.count < blockRunners {
      run(day: nextDay, into: &block)
      nextDay += 1
    }
    return block.count == 0 ? nil : block
  }

  // MARK: - Implementation

  private mutating func run(day: Int, into block: inout RunnerBlock) {
    var random = world.random(day: day)
    let programme = world.programme(day: day, using: &random)
    if programme.isEmpty { return }
    let date = world.calendar.date(day: day)
    let year = RacingCalendar.year(date: date)
    var booked = book(programme, day: day, using: &random)
    for plan in programme {
      bookings.chooseRiders(
        plan.fieldSize, of: &booked[plan.meeting, default: []], roster: world.jockeys,
        using: &random)
      let conditions = RaceConditions(
        country: world.countries[plan.country], raceNameCount: world.size.raceNameCount,
        using: &random)
      field.chances = world.countries[plan.country].chances
      enter(plan, riders: booked[plan.meeting, default: []], day: day, year: year, using: &random)
      field.prepare(
        isHandicap: conditions.isHandicap, jockeys: world.jockeys, trainers: world.trainers,
        using: &random)
      field.run(using: &random)
      field.price(conditions: conditions, using: &random)
      block.append(field, id: nextRace, date: date, plan: plan, conditions: conditions)
      nextRace += 1
    }
  }

  /// Books the jockeys of all meetings of a day; returns them by meeting.
  private mutating func book(
    _ programme: [RacePlan], day: Int, using random: inout RandomSource
  ) -> [Int: [Int]] {
    var largestField: [Int: Int] = [:]
    for plan in programme {
      largestField[plan.meeting] = max(largestField[plan.meeting] ?? 0, plan.fieldSize)
    }
    var booked: [Int: [Int]] = [:]
    for plan in programme where booked[plan.meeting] == nil {
      booked[plan.meeting] = bookings.book(
        meeting: plan.meeting, country: plan.country, day: day,
        largestField: largestField[plan.meeting] ?? 0, roster: world.jockeys, using: &random)
    }
    return booked
  }

  private mutating func enter(
    _ plan: RacePlan, riders: [Int], day: Int, year: Int, using random: inout RandomSource
  ) {
    field.removeAll()
    for jockey in riders.prefix(plan.fieldSize) {
      let horse = engagements.draw(
        from: world.horses, country: plan.country, day: day, using: &random)
      var entry = world.entry(horse: horse, country: plan.country, day: day, year: year)
      entry.jockey = jockey
      field.entries.append(entry)
    }
  }
}
