import ColumnStore
import Columns
import EntityReports
import Questions
import Racing
import RunnerKeys

/// An angle that a runner of a card meets, or may still meet.
public struct CardAngle: Equatable, Sendable {
  /// The relation of a runner to an angle.
  public enum State: String, Sendable {
    /// The runner meets the condition.
    case meets
    /// It meets all tests known in the morning; other tests depend on facts known at the off or
    /// later.
    case open
  }

  /// The angle's index among the card's.
  package let index: Int
  /// The angle's name.
  package let name: String
  /// The state by what is known in the morning; nil if that excludes the runner.
  let morning: State?
  /// Whether the runner meets the condition by the results; nil before the race.
  let isMet: Bool?

  /// Returns the runner's state in the angle.
  ///
  /// - Parameter hasResults: Whether to judge by prices and results, where they are known.
  /// - Returns: The state; nil if the runner does not meet the angle.
  package func state(hasResults: Bool) -> State? {
    guard hasResults, let isMet else { return morning }
    return isMet ? .meets : nil
  }
}

extension CardRunner {
  /// Returns the names of the runner's angles in a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - hasResults: Whether to judge by prices and results, where they are known.
  /// - Returns: The names, in the angles' order.
  package func angleNames(_ state: CardAngle.State, hasResults: Bool) -> [String] {
    angles.filter { $0.state(hasResults: hasResults) == state }.map(\.name)
  }

  /// Returns the mark of its angles for readers: `◆ Class droppers; Short prices (open)`.
  ///
  /// - Parameter hasResults: Whether to judge by prices and results, where they are known.
  /// - Returns: The mark; nil without an angle.
  package func angleMark(hasResults: Bool) -> String? {
    let names =
      angleNames(.meets, hasResults: hasResults)
      + angleNames(.open, hasResults: hasResults).map { $0 + " (open)" }
    return names.isEmpty ? nil : "◆ " + names.joined(separator: "; ")
  }
}

/// Finds the angles that the runners of some months meet.
struct CardAngles {
  private let angles: [Angle]
  private let months: [MonthView]
  private let firstMonth: Int
  /// Per angle and month from the first on.
  private let masks: [[Masks]]

  /// Per runner of a month, whether a condition holds.
  fileprivate struct Masks {
    /// With the later facts decided against it, and in its favour.
    let surely: Bitmap
    let possibly: Bitmap
    /// With the later facts as known now.
    let finally: Bitmap
  }

  /// Evaluates the angles' conditions.
  ///
  /// - Parameters:
  ///   - request: The angles.
  ///   - range: The indices of the months.
  ///   - months: All months.
  ///   - snapshot: The state that they belong to.
  /// - Throws: ``ReportError`` `.store` when runners have values that no import writes.
  init(
    _ request: CardRequest, in range: ClosedRange<Int>, of months: [MonthView],
    _ snapshot: Snapshot
  ) throws(ReportError) {
    let angles = request.angles
    firstMonth = range.lowerBound
    self.months = months
    var masks = [[Masks]](repeating: [], count: angles.count)
    for facts in Set(angles.map(\.facts)) {
      let own = angles.indices.filter { angles[$0].facts == facts }
      // Later months do not change a fact of these.
      var columns = KeyColumns(
        months: Array(months[...range.upperBound]), snapshot: snapshot, aliases: request.aliases,
        rules: try snapshot.priced(facts))
      let fields = own.flatMap { angles[$0].filter.fieldNames }
      columns.prepare(fields.compactMap { RunnerFact(rawValue: $0) }, threads: request.threads)
      for field in fields { columns.prepare(field) }
      guard columns.areSound else { throw .store(snapshot.damage(in: ReportJob.tables)) }
      for index in own {
        masks[index] = range.map { Masks(angles[index].filter, columns, $0) }
      }
    }
    self.angles = angles
    self.masks = masks
  }

  /// Returns the state of a runner in an angle by what was known on the morning of its race,
  /// whether it started or not.
  ///
  /// - Parameters:
  ///   - angle: The angle's index.
  ///   - row: The runner.
  ///   - month: The index of its month.
  /// - Returns: The state; nil if what was known excludes the runner.
  func morning(_ angle: Int, of row: Int, in month: Int) -> CardAngle.State? {
    let own = masks[angle][month - firstMonth]
    guard own.possibly[row] else { return nil }
    return own.surely[row] ? .meets : .open
  }

  /// Returns the angles of a runner; a non-runner has none.
  ///
  /// - Parameters:
  ///   - row: The runner.
  ///   - month: The index of its month.
  ///   - isRun: Whether its race has starters.
  /// - Returns: The angles that it meets or may still meet, in their order.
  func angles(of row: Int, in month: Int, isRun: Bool) -> [CardAngle] {
    let outcome = months[month].outcomes[row]
    let counts =
      isRun
      ? Outcome.isStarter(code: outcome)
      : outcome == Int32(Outcome.unresolved.rawValue)
    guard counts else { return [] }
    return angles.indices.compactMap { index in
      guard let state = morning(index, of: row, in: month) else { return nil }
      return CardAngle(
        index: index, name: angles[index].name, morning: state,
        isMet: isRun ? masks[index][month - firstMonth].finally[row] : nil)
    }
  }
}

extension CardAngles.Masks {
  /// Evaluates a condition with prepared fields.
  fileprivate init(_ filter: Filter, _ columns: KeyColumns, _ month: Int) {
    let rowCount = columns.months[month].runners.rowCount
    func mask(_ filter: Filter) -> Bitmap {
      FilterMask(filter) { columns.names(ofField: $0) }.mask(rowCount: rowCount) {
        columns.flatColumn($0, month: month)
      }
    }
    func mask(isFavourable: Bool) -> Bitmap {
      switch filter.expression.settled(isFavourable: isFavourable) {
      case .always: Bitmap(repeating: true, count: rowCount)
      case .never: Bitmap(repeating: false, count: rowCount)
      case .tests(let left): mask(Filter(left))
      }
    }
    self.init(
      surely: mask(isFavourable: false), possibly: mask(isFavourable: true),
      finally: mask(filter))
  }
}
