/// Checks that consecutive races own ascending row ranges inside a column.
///
/// The loops that follow index by these values without another check.
///
/// - Parameters:
///   - raceStarts: The first row of every race, and the end of the last one.
///   - rowCount: Length of the columns these ranges point into.
func checkRaceStarts(_ raceStarts: Span<Int32>, rowCount: Int) {
  guard raceStarts.count > 0 else { return }
  var previous: Int32 = 0
  var isAscending = true
  for index in raceStarts.indices {
    isAscending = isAscending && previous <= raceStarts[index]
    previous = raceStarts[index]
  }
  precondition(isAscending, "raceStarts must ascend from zero")
  precondition(Int(previous) <= rowCount, "the last race ends after the last row")
}
