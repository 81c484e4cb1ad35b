/// Odd values of rows that are stored nevertheless, for users to check.
package struct RowDoubts: Equatable {
  /// Rows with one oddity: their number, and the first of them in words.
  package struct Kind: Equatable {
    var count = 0
    var example = ""

    package init() {}
  }

  /// Rows of races far in the future.
  var farDays = Kind()
  /// Rows with a result of a race that has not been run yet.
  var earlyResults = Kind()
  /// Rows of races too long ago to have results.
  var oldDays = Kind()
  /// Rows of races with an impossible distance.
  var distances = Kind()
  /// Rows without a cell that cannot be read.
  package var unreadCells = Kind()
  /// Races that seem to be another one of the call or of the store, on another day.
  package var twins = Kind()
  /// Races that the store has already, it seems, under another key.
  package var doubles = Kind()
  /// Stored races whose country the file changes.
  package var countries = Kind()
  /// Keys that are numbers of several spellings, and count as one; the last part of a file counts
  /// all of them.
  package var spellings = Kind()
  /// Race keys that are numbers of several spellings, and count as one.
  package var raceKeys = Kind()
  /// Keys that are one by value, but whose races differ.
  package var keptApart = Kind()
  /// Runners whose result is a word without a known meaning.
  package var finishes = UnknownFinishes()
  /// Runners with a zero for a result and without a price, taken for non-runners.
  package var zeros = Kind()
  /// Races that match stored ones only by their keys, without a country in both or any names.
  package var byKeyAlone = Kind()
  /// Names of the file that are probably spellings of others, in words; found at its end.
  package var names: [String] = []

  package init() {}

  /// Adds the doubts of some other rows.
  package static func += (left: inout RowDoubts, right: RowDoubts) {
    for kind in [
      \RowDoubts.farDays, \.earlyResults, \.oldDays, \.distances, \.unreadCells, \.twins,
      \.doubles, \.countries, \.raceKeys, \.keptApart, \.byKeyAlone, \.zeros,
    ] {
      left[keyPath: kind] += right[keyPath: kind]
    }
    left.finishes += right.finishes
    left.names += right.names
    if right.spellings.count > left.spellings.count { left.spellings = right.spellings }
  }

  /// The doubts in words, one line each.
  package var lines: [String] { finishes.lines + kinds }

  private var kinds: [String] {
    [
      (farDays, "rows have a day more than a year ahead, which moves the day of reports"),
      (earlyResults, "rows have a result of a day after tomorrow, which moves the day of reports"),
      (oldDays, "rows have a day before 1800"),
      (distances, "rows have a distance below 400 or above 8,050 metres"),
      (
        zeros,
        "runners have 0 for a result and, unlike the placed ones, no price, and are taken for "
          + "non-runners (words: {\"0\": did_not_finish} takes them for starters)"
      ),
      (unreadCells, "rows have cells that cannot be read and are left empty"),
      (twins, "races have the runners of another day's race at the same course"),
      (doubles, "races are stored already, it seems, under another key"),
      (countries, "stored races have another country now"),
      (spellings, "keys differ from known ones in zeros in front alone, and count as these"),
      (
        raceKeys, "race keys differ from known ones in zeros in front alone, and count as these"
      ),
      (
        keptApart,
        "race keys differ in spelling alone from another's whose race differs, and are two"
      ),
      (
        byKeyAlone,
        "races meet stored ones of their day, course and time without a country in both and any "
          + "names of runners"
      ),
    ].filter { $0.0.count > 0 }.map { "\($0.0.count) \($0.1), such as \($0.0.example)" } + names
  }
}

extension RowDoubts.Kind {
  /// Adds other rows of the same oddity.
  package static func += (left: inout Self, right: Self) {
    if left.count == 0 { left.example = right.example }
    left.count += right.count
  }

  /// Counts a row or a race.
  package mutating func note(_ text: @autoclosure () -> String) {
    if count == 0 { example = text() }
    count += 1
  }
}
