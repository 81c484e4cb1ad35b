import Columns

/// The times of runners behind the winner, from the winner's time and the beaten lengths.
///
/// ```
/// time = winner's time + beaten lengths / lengths per second
/// ```
/// A source's own times stay unchanged: this is a separate field, ``name``.
///
/// - Units: seconds in 10⁻⁶, rounded half to even.
/// - Edge cases: the winner's time is its stored time. A race has no times if its winner has no
///   stored time, if the scale lacks its kind or ground, or if lengths decrease from a position to
///   a later one, as lengths to the next horse do. A runner without lengths has no time.
public enum DerivedTimes {
  /// The field's name.
  public static let name = "derived_time_s"

  /// The field, as exports and filters have it.
  public static let field = Field(name, .micros)

  /// Whether a month has the columns from which the times are computed.
  public static func canBeMade(runners: Table, races: Table) -> Bool {
    // By the fields' names, because using a column reads and checks it.
    Set(runners.fields.map(\.name)).isSuperset(of: ["finish_time_s", "beaten_lengths"])
      && Set(races.fields.map(\.name)).isSuperset(of: ["race_type", "going"])
  }

  /// Computes the times of a month's runners.
  ///
  /// - Parameters:
  ///   - runners: A month's rows of `runners`.
  ///   - races: The same month's rows of `races`.
  ///   - name: Gives the name of a field's code; nil if it has none.
  /// - Returns: A time per runner; null where there is none.
  public static func column(
    runners: Table, races: Table, name: (_ field: String, _ code: Int32) -> String?
  ) -> Column {
    var times = [Int64?](repeating: nil, count: runners.rowCount)
    guard canBeMade(runners: runners, races: races) else { return optional(times) }
    let index = runners.column(RacingTables.raceIndex).int32s
    let column = runners.column(Field("position", .int16))
    let positions = column.int16s
    let (own, lengths) = (runners["finish_time_s"]!, runners["beaten_lengths"]!)
    func word(_ field: String, _ race: Int) -> String? {
      guard let column = races[field], !column.isNull(race) else { return nil }
      return name(field, column.int32s[race])
    }
    var start = 0
    while start < index.count {
      var end = start + 1
      while end < index.count, index[end] == index[start] { end += 1 }
      let rows = start..<end
      let race = Int(index[start])
      start = end
      let finishers = rows.filter { positions[$0] > 0 && !column.isNull($0) }
        .sorted { (positions[$0], $0) < (positions[$1], $1) }
      guard
        let winner = finishers.first(where: { positions[$0] == 1 && !own.isNull($0) }),
        let type = word("race_type", race), let going = word("going", race),
        let scale = LengthsPerSecond.tenths(
          raceType: type, going: going, course: word("course", race))
      else { continue }
      func behind(_ row: Int) -> Int64? {
        if positions[row] == 1 { return 0 }
        return lengths.isNull(row) ? nil : lengths.int64s[row]
      }
      let margins = finishers.compactMap(behind)
      guard zip(margins, margins.dropFirst()).allSatisfy(<=),
        margins.allSatisfy({ (0...most) ~= $0 })
      else { continue }
      for row in finishers {
        times[row] = behind(row).map {
          own.int64s[winner] + Rounding.halfEven($0 * 10, dividedBy: scale)
        }
      }
    }
    return optional(times)
  }

  // MARK: - Implementation

  /// More lengths than any horse is beaten by.
  private static let most: Int64 = 10_000_000_000

  private static func optional(_ values: [Int64?]) -> Column {
    Column(
      .micros, .int64(Buffer(values.map { $0 ?? 0 })), Validity(values.map { $0 != nil }))
  }
}
