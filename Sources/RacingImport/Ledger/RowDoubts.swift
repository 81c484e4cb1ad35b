/// Oddities of rows that are stored all the same, for people to look at.
struct RowDoubts: Equatable {
  /// Rows of one oddity: their number, and the first of them in words.
  struct Kind: Equatable {
    var count = 0
    var example = ""
  }

  /// Rows of races that are far ahead.
  var farDays = Kind()
  /// Rows with a result of a race that is not run yet.
  var earlyResults = Kind()
  /// Rows of races that nobody can have results of.
  var oldDays = Kind()
  /// Rows of races of a length that none has.
  var distances = Kind()
  /// Rows without a cell that cannot be read.
  var unreadCells = Kind()
  /// Races that another one of the call or of the store seems to be, on another day.
  var twins = Kind()

  /// Adds the doubts of some other rows.
  static func += (left: inout RowDoubts, right: RowDoubts) {
    let kinds = [
      \RowDoubts.farDays, \.earlyResults, \.oldDays, \.distances, \.unreadCells, \.twins,
    ]
    for kind in kinds {
      if left[keyPath: kind].count == 0 {
        left[keyPath: kind].example = right[keyPath: kind].example
      }
      left[keyPath: kind].count += right[keyPath: kind].count
    }
  }

  /// The doubts in words, one line each.
  var lines: [String] {
    [
      (farDays, "rows have a day more than a year ahead, which moves the day of reports"),
      (earlyResults, "rows have a result of a day after tomorrow, which moves the day of reports"),
      (oldDays, "rows have a day before 1800"),
      (distances, "rows have a distance below 400 or above 8,050 metres"),
      (unreadCells, "rows have cells that cannot be read and are left empty"),
      (twins, "races have the runners of another day's race at the same course"),
    ].filter { $0.0.count > 0 }.map { "\($0.0.count) \($0.1), such as \($0.0.example)" }
  }
}

extension RowDoubts.Kind {
  /// Counts a row or a race.
  mutating func note(_ text: @autoclosure () -> String) {
    if count == 0 { example = text() }
    count += 1
  }
}
