extension World {
  /// Makes the entry of a horse: everything that its index and the day determine.
  func entry(horse: Int, country: Int, day: Int, year: Int) -> Entry {
    let key = horses.key(horse: horse)
    let firstDay = horses.firstDay(horse: horse, country: country, key: key)
    let isLate = day > horses.middleDay(firstDay: firstDay)
    let changesTrainer = isLate && mixed(key, 2) % 100 < 15
    let trainer = trainers.regular(
      inCountry: country, key: mixed(key, 3), on: day, skipping: changesTrainer ? 1 : 0)
    let sire = sires.regular(inCountry: country, key: mixed(key, 5), on: max(0, firstDay))
    let age = year - RacingCalendar.year(date: calendar.date(day: firstDay)) + debutAge(key: key)

    var entry = Entry()
    entry.horse = horse
    entry.trainer = trainer
    entry.owner = owners.regular(inCountry: country, key: mixed(key, 4), on: day)
    entry.sire = sire
    entry.age = age
    entry.sex = Sex.of(key: mixed(key, 6), age: age)
    entry.ability =
      0.7 * PortableMath.normalQuantile(openUnit(mixed(key, 7))) + sires.skill[sire]
    return entry
  }

  private func debutAge(key: UInt64) -> Int {
    switch mixed(key, 8) % 10 {
    case 0..<5: 2
    case 5..<9: 3
    default: 4
    }
  }
}
