import Columns
import SandboxCore
import SyntheticRacing

/// The tables of a club's book.
///
/// If you change a table, raise the version.
enum ClubBook {
  /// Opens a club's book, or creates one with a club.
  static func open(_ settings: PointsSettings) throws(SandboxError) -> StateBook {
    try StateBook(
      settings.stateFile, StateBook.Layout(version: 1, tables: tables)
    ) { book throws(SandboxError) in
      // The members joined on the year's first day.
      let day = Day(year: settings.year, month: 1, day: 1)!
      let begin = Int64(day.number) * 86_400_000_000
      for runner in Club.runners(settings) { try book.addRunner(runner, at: begin) }
    }
  }

  // MARK: - Implementation

  private static let tables = [
    """
    CREATE TABLE clock (at INTEGER NOT NULL, step INTEGER NOT NULL)
    """,
    """
    CREATE TABLE runners (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT NOT NULL, active INTEGER NOT NULL,
      class INTEGER NOT NULL, points INTEGER NOT NULL DEFAULT 0,
      lifetime INTEGER NOT NULL DEFAULT 0, changed_at INTEGER)
    """,
    """
    CREATE TABLE memberships (
      runner INTEGER NOT NULL, at INTEGER NOT NULL, team TEXT NOT NULL, active INTEGER NOT NULL,
      class INTEGER NOT NULL)
    """,
    """
    CREATE TABLE ledger (
      id INTEGER PRIMARY KEY, runner INTEGER NOT NULL, activity TEXT NOT NULL, uuid TEXT UNIQUE,
      description TEXT NOT NULL, points INTEGER NOT NULL, balance INTEGER NOT NULL, season TEXT,
      year TEXT, at INTEGER NOT NULL)
    """,
    """
    CREATE INDEX ledger_of_runner ON ledger (runner, at)
    """,
    """
    CREATE TABLE tracking (
      season TEXT NOT NULL, year TEXT NOT NULL, runner INTEGER NOT NULL, points INTEGER NOT NULL,
      PRIMARY KEY (season, year, runner)) WITHOUT ROWID
    """,
    """
    CREATE TABLE rewards (
      id INTEGER PRIMARY KEY AUTOINCREMENT, season TEXT NOT NULL, year TEXT NOT NULL,
      name TEXT NOT NULL, description TEXT NOT NULL, threshold INTEGER NOT NULL,
      display_order INTEGER NOT NULL, achieved_at INTEGER, created_by TEXT,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      UNIQUE (season, year, display_order))
    """,
  ]
}

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
