extension World {
  /// Plans one day's races in order of their off times.
  func programme(day: Int, using random: inout RandomSource) -> [RacePlan] {
    let meetings = calendar.meetings(day: day)
    if meetings.isEmpty { return [] }
    var races: [RacePlan] = []
    let drawn = courses.draw(meetings.count, using: &random)
    for (meeting, course) in zip(meetings, drawn) {
      plan(meeting: meeting, course: course, day: day, into: &races, using: &random)
    }
    races.sort {
      ($0.offTimeMicros, $0.course, $0.number) < ($1.offTimeMicros, $1.course, $1.number)
    }
    return races
  }

  private func plan(
    meeting: Int, course: Int, day: Int, into races: inout [RacePlan],
    using random: inout RandomSource
  ) {
    let country = courses.country[course]
    let facts = countries[country]
    let plan = MeetingPlan(
      runners: runners(ofMeeting: meeting), meanFieldSize: facts.meanFieldSize, using: &random)
    let going = Going.draw(on: courses.surface[course], using: &random)
    let minutes = plan.offMinutes(in: facts, using: &random)
    let midnight = calendar.date(day: day) * 1_440 - facts.hoursFromUTC * 60
    for (index, fieldSize) in plan.fieldSizes.enumerated() {
      races.append(
        RacePlan(
          meeting: meeting, course: course, country: country, number: index + 1,
          fieldSize: fieldSize, offTimeMicros: Int64(midnight + minutes[index]) * 60_000_000,
          going: going, surface: courses.surface[course]))
    }
  }
}
