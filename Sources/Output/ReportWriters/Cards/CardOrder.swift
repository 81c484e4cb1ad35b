import Cards
import Questions
import Racing
import RunnerKeys

/// The order of the runners within each race of a card, by one of its columns.
public struct CardOrder: Sendable {
  /// The column's name.
  let column: String
  private let isDescending: Bool

  /// Reads a column, with an optional direction: `jockey_365d_win_rate`, `draw:desc`.
  ///
  /// By default, figures of reports, ratings, chances and values start with the largest; all other
  /// columns with the smallest.
  ///
  /// - Parameters:
  ///   - text: The column, and `:asc` or `:desc`.
  ///   - columns: The card's columns.
  ///   - request: The card's dimensions and windows.
  ///   - hasOffers: Whether the card has prices on offer.
  ///   - hasChances: Whether it has chances.
  /// - Throws: `ReportError` `.unknownColumn` or `.badDirection`.
  public init(
    _ text: String, _ columns: CardColumns, _ request: CardRequest, hasOffers: Bool,
    hasChances: Bool
  ) throws(ReportError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let column = String(parts[0])
    let names = columns.orderColumns(request, hasOffers: hasOffers, hasChances: hasChances)
    guard names.contains(column) else { throw .unknownColumn(found: column, among: names) }
    self.column = column
    let figure = columns.figureColumns(request.dimensions, request.scope.windows).first {
      $0.name == column
    }?.figure
    switch parts.count > 1 ? String(parts[1]) : nil {
    case "asc": isDescending = false
    case "desc": isDescending = true
    case nil:
      isDescending =
        figure.map { ReportColumns.all.unit(of: $0)?.isNumber ?? true }
        ?? ["official_rating", "chance", "value"].contains(column)
    case let found?: throw .badDirection(found: found)
    }
  }

  /// Sorts the runners of each race; those without a value come last, and withdrawn ones after
  /// them; equal ones keep their order.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - columns: Its columns.
  public func sort(_ card: inout DayCard, _ columns: CardColumns) {
    guard let place = columns.header(card).firstIndex(of: column) else {
      preconditionFailure("the card has the column of its order")
    }
    card.order = column
    for index in card.races.indices {
      let race = card.races[index]
      let rows = race.runners.enumerated().map { number, runner in
        let cell = columns.cells(runner, in: race, of: card)[place]
        return Row(number: number, runner: runner, cell: cell)
      }
      card.races[index].runners = rows.sorted { precedes($0, $1) }.map { row in
        var runner = row.runner
        runner.orderedBy = row.text
        return runner
      }
    }
  }

  // MARK: - Implementation

  /// A runner with the cell that gives its place.
  private struct Row {
    let number: Int
    let runner: CardRunner
    /// The cell's digits or words; nil if it is empty.
    let text: String?
    let value: Double?

    init(number: Int, runner: CardRunner, cell: CardCell) {
      self.number = number
      self.runner = runner
      switch cell {
      case .empty: text = nil
      case .name(let name), .text(let name), .number(let name): text = name
      case .flag(let flag): text = "\(flag)"
      case .figure(let figure): text = figure.text
      }
      if case .figure(let figure) = cell {
        value = figure.number
      } else if case .number(let digits) = cell {
        value = Double(digits)
      } else {
        value = nil
      }
    }
  }

  private func precedes(_ left: Row, _ right: Row) -> Bool {
    let isOut = left.runner.isNonRunner
    if isOut != right.runner.isNonRunner { return !isOut }
    guard let first = left.text, let second = right.text else {
      return left.text == nil && right.text == nil ? left.number < right.number : left.text != nil
    }
    if first == second { return left.number < right.number }
    let isLess =
      if let own = left.value, let other = right.value {
        own < other
      } else {
        first.utf8.lexicographicallyPrecedes(second.utf8)
      }
    return isLess != isDescending
  }
}
