import Columns

/// The keys that follow from a runner and its race, by rules written a second time.
extension ReferenceRace {
  /// Adds the derived keys to all races' runners; `races` are all of the store.
  static func deriveKeys(_ races: inout [ReferenceRace]) {
    var startDays: [String: Set<Int>] = [:]
    for race in races {
      for horse in race.starters.compactMap({ $0.keys["horse"] }) {
        startDays[horse, default: []].insert(race.day)
      }
    }
    for race in races.indices {
      let facts = races[race].raceKeys
      let day = races[race].day
      for runner in races[race].runners.indices {
        let horse = races[race].runners[runner].keys["horse"]
        let last = horse.flatMap { (startDays[$0] ?? []).filter { $0 < day }.max() }
        races[race].runners[runner].keys.merge(facts) { $1 }
        races[race].runners[runner].derive(daysSinceLastRun: last.map { day - $0 })
      }
    }
  }

  private var raceKeys: [String: String] {
    let (year, month, dayOfMonth) = Day(Int32(day)).civil
    var keys: [String: String] = [:]
    keys["month"] = "\(year)-\(month < 10 ? "0" : "")\(month)"
    keys["weekday"] = Self.weekday(year, month, dayOfMonth)
    keys["distance_band"] = distance.map {
      $0 <= 1300
        ? "sprint"
        : $0 < 1900 ? "mile" : $0 <= 2100 ? "intermediate" : $0 <= 2700 ? "long" : "extended"
    }
    let field = starters.count
    keys["field_size_band"] =
      field == 0
      ? nil
      : ["01", "02_to_04", "05_to_07", "08_to_11", "12_to_15", "16_up"][
        [1, 4, 7, 11, 15].count { field > $0 }]
    return keys
  }

  /// Tomohiko Sakamoto's rule, which shares nothing with days counted from 1970.
  private static func weekday(_ year: Int, _ month: Int, _ day: Int) -> String {
    let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    let year = month < 3 ? year - 1 : year
    let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    return names[(year + year / 4 - year / 100 + year / 400 + shift[month - 1] + day) % 7]
  }
}

extension ReferenceRunner {
  fileprivate mutating func derive(daysSinceLastRun days: Int?) {
    keys["draw"] = draw.map { "\($0)" }
    keys["number"] = number.map { "\($0)" }
    keys["odds_band"] = sp.map { odds in
      let starts: [Int128] = [2, 3, 5, 8, 12, 20, 50]
      return [
        "01.00_to_01.99", "02.00_to_02.99", "03.00_to_04.99", "05.00_to_07.99", "08.00_to_11.99",
        "12.00_to_19.99", "20.00_to_49.99", "50.00_up",
      ][starts.count { odds >= $0 * 1_000_000 }]
    }
    self.daysSinceLastRun = days
    guard keys["horse"] != nil else { return }
    let bands = [
      "001_to_007", "008_to_014", "015_to_021", "022_to_028", "029_to_060", "061_to_090",
      "091_to_180", "181_up",
    ]
    keys["days_since_last_run_band"] =
      days.map { days in bands[[7, 14, 21, 28, 60, 90, 180].count { days > $0 }] } ?? "first_run"
  }
}
