/// The form figures of each horse so far.
///
/// A digit is a position, 0 a position beyond ninth, P a race not finished, and `-` the turn of a
/// year.
struct FormBook {
  private struct Line {
    var marks: String
    var year: Int
  }

  private var lines: [Int32: Line] = [:]

  /// Returns the form before a race; horses of three and older have run before the season.
  mutating func form(of horse: Int32, age: Int, year: Int) -> String {
    if lines[horse] == nil {
      let earlier = age < 3 ? "" : String(111 + Int(horse) &* 7_919 % 8_889)
      lines[horse] = Line(marks: earlier, year: year - 1)
    }
    turn(horse, to: year)
    return String(lines[horse]?.marks.suffix(7) ?? "")
  }

  /// Adds a race to the form.
  mutating func add(_ horse: Int32, position: Int?, year: Int) {
    turn(horse, to: year)
    let mark = position.map { $0 < 10 ? String($0) : "0" } ?? "P"
    lines[horse]?.marks.append(mark)
  }

  private mutating func turn(_ horse: Int32, to year: Int) {
    guard let line = lines[horse], line.year < year else { return }
    lines[horse] = Line(marks: line.marks.isEmpty ? "" : line.marks + "-", year: year)
  }
}
