import BettingFigures
import Columns
import Racing

/// The file of a grouping, as CSV and as JSON.
public struct BettingFile {
  private let group: BettingGroup

  /// Takes the rows to write.
  public init(_ group: BettingGroup) { self.group = group }

  /// The file's name without its extension.
  public var name: String { group.grouping.fileName }

  /// The file's CSV: UTF-8, LF, RFC 4180; names are guarded against spreadsheets.
  public var csv: String { table.csv }

  /// The file's JSON: an array with one object per line, with the CSV's digits; members in column
  /// order, `null` where a cell is empty.
  public var json: String { table.json }

  // MARK: - Implementation

  private var table: CellTable {
    CellTable(
      header: group.grouping.keys.map(\.rawValue) + Self.figureNames, rows: group.rows.map(cells))
  }

  private static let figureNames = [
    "window", "from", "to", "bets", "wins", "win_rate", "win_rate_low", "win_rate_high", "staked",
    "returned", "profit", "roi", "roi_low", "roi_high", "rtp", "rtp_low", "rtp_high",
    "longest_losing_run", "current_losing_run", "max_drawdown", "last_bet", "open",
    "indeterminate", "rejected", "incomplete",
  ]

  private func cells(_ row: BettingRow) -> [CardCell] {
    let keys = zip(group.grouping.keys, row.keys).map { key, value in
      key.isName ? CardCell.name(value) : .text(value)
    }
    let window: [CardCell] = [
      .text(row.window.name), .text(row.window.from.iso), .text(row.window.to.iso),
    ]
    let counts: [ReportCell] = [
      .integer(row.bets), .integer(row.wins), .rate(row.winRate), .end(row.winRateInterval?.low),
      .end(row.winRateInterval?.high),
    ]
    let money = [row.stakedMicros, row.returnedMicros, row.profitMicros].map {
      ReportCell.amount($0)
    }
    let roi: [ReportCell] = [
      .rate(row.roi), .end(row.roiInterval?.low), .end(row.roiInterval?.high),
    ]
    // The return to the player is the ROI plus the stake: one more, to the last digit.
    let returns = roi + roi.map { $0.adding(Decimal6.one) }
    let runs: [ReportCell] = [
      .integer(Int64(row.longestLosingRun)), .integer(Int64(row.currentLosingRun)),
      .amount(row.maxDrawdownMicros), row.lastBet.map { .text($0.iso) } ?? .empty,
    ]
    let uncounted = [
      row.openCount, row.indeterminateCount, row.rejectedCount, row.incompleteCount,
    ].map { ReportCell.integer(Int64($0)) }
    return keys + window + (counts + money + returns + runs + uncounted).map { .figure($0) }
  }
}

extension ReportCell {
  /// Adds units of the last decimal; an empty cell stays empty.
  fileprivate func adding(_ units: Int64) -> ReportCell {
    guard case .decimal(let scaled, let places) = self else { return self }
    return .decimal(scaled: scaled + units, places: places)
  }
}
