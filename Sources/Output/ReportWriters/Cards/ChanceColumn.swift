import Cards
import Columns
import Questions
import Racing
import RunnerKeys

/// The column that gives a card's chances of winning: a figure, or a number beside the prices.
public struct ChanceColumn: Sendable {
  private enum Source {
    /// A figure in proportion to the chance, or to the chance at the price on offer.
    case figure(CardColumns.FigureColumn, perPrice: Bool)
    /// A column of the file of prices, in proportion to the chance.
    case offered
  }

  /// The reports' columns that rise in proportion to the chance.
  private static let rates = ["win_rate", "win_rate_shrunk", "iv"]
  /// The reports' columns that rise in proportion to the chance for each chance at the price.
  private static let ratesPerPrice = ["ae", "ae_shrunk"]

  private let source: Source

  /// Finds a column.
  ///
  /// - Parameters:
  ///   - name: A figure's column on the card, or a column of the file of prices.
  ///   - columns: The card's columns.
  ///   - request: The card's dimensions and windows.
  ///   - offered: The other columns of the file of prices, which come before figures.
  /// - Throws: `ReportError` `.unknownColumn` for a column that gives no chance.
  public init(
    _ name: String, _ columns: CardColumns, _ request: CardRequest, offered: [String]
  ) throws(ReportError) {
    let all = columns.figureColumns(request.dimensions, request.scope.windows)
    let figures = all.filter { (Self.rates + Self.ratesPerPrice).contains($0.figure) }
    if offered.contains(name) {
      source = .offered
    } else if let figure = figures.first(where: { $0.name == name }) {
      source = .figure(figure, perPrice: Self.ratesPerPrice.contains(figure.figure))
    } else {
      throw .unknownColumn(found: name, among: offered + figures.map(\.name))
    }
  }

  /// Sets the chances and values of a card's runners.
  ///
  /// A chance is the runner's number divided by its race's sum; A/E is first divided by the price,
  /// as it compares wins with the chances that prices state.
  ///
  /// - Parameter card: The card, with prices on offer.
  /// - Returns: The number of races without chances.
  public func setChances(_ card: inout DayCard) -> Int {
    card.setChances { runner in
      switch source {
      case .offered:
        return runner.offer?.chance?.micros
      case .figure(let column, let perPrice):
        let own = runner.figures[column.dimension]
        let cell = own.cells([column.figure], window: column.window)[0]
        guard case .decimal(let scaled, _) = cell, scaled >= 0 else { return nil }
        guard perPrice else { return scaled }
        // Three more decimals, as a price divides by up to a million.
        return runner.offer?.price.map {
          Rounding.halfEven(scaled, times: 1000 * Decimal6.one, dividedBy: $0.micros)
        }
      }
    }
  }
}
