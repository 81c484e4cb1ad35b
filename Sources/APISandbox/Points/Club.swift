import SyntheticRacing

/// A club made from a seed: the runners on its year's rosters, and others who must not count.
enum Club {
  /// The number of athletes per inactive one, and per one of another class.
  private static let athletesPerOther = 8

  /// Makes all runners, without ids, in the order of their names' numbers.
  static func runners(_ settings: PointsSettings) -> [ClubRunner] {
    var runners: [ClubRunner] = []
    func add(_ count: Int, _ team: String, isActive: Bool, classes: [Int]) {
      for number in 0..<count {
        runners.append(
          ClubRunner(
            id: 0, name: People.name(runners.count, seed: settings.seed), team: team,
            isActive: isActive, graduationClass: classes[number % classes.count]))
      }
    }
    let year = settings.year
    let classes = Array((year + 1)...(year + 4))
    for (team, count) in [("UA", settings.athletesUA), ("NU", settings.athletesNU)] {
      let others = (count + athletesPerOther - 1) / athletesPerOther
      add(count, team, isActive: true, classes: classes)
      add(others, team, isActive: false, classes: classes)
      // A graduate and a future runner: on neither roster of this year.
      add(others, team, isActive: true, classes: [year - 1, year + 5])
    }
    return runners
  }
}
