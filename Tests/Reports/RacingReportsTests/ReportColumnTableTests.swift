import Columns
import Kernels
import Racing
import ReportWriters
import StoreSupport
import TestSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// A report as columns, against the same report in print.
struct ReportColumnTableTests {
  @Test(arguments: [(1, 1), (7, 2), (1 << 16, 3)])
  func `columns hold the printed cells`(rowLimit: Int, threads: Int) throws {
    let request = ReportRequest(dimensions: [try Dimension("jockey"), try Dimension("jockey+draw")])
    let snapshot = try StoreFixture.snapshot(csv: WildRaces(races: 60, salt: 3).csv)
    for report in try ReportJob(request, from: snapshot).run().reports {
      let tables = report.tables(threads: threads, rowLimit: rowLimit)
      #expect(tables.allSatisfy { (1...rowLimit).contains($0.rowCount) })
      var row = 0
      for table in tables {
        #expect(table.fields.map(\.name) == report.header)
        for index in 0..<table.rowCount {
          let printed = report.rows[row].cells
          #expect(table.columns.map { Self.cell($0, index) } == printed.map(Self.plain))
          row += 1
        }
      }
      #expect(row == report.rows.count && row > 0)
    }
  }

  @Test(arguments: [1, 63, 64, 65, 1_000])
  func `cells of any sums are those of each row in plain arithmetic`(count: Int) {
    var random = SeededGenerator(UInt64(count))
    let rows = (0..<count).map { index in
      let sums = Self.sums(&random, bits: index % 40)
      let others = (Int64.random(in: 0...(1 << 31), using: &random), Int64(index % 3))
      return EntityFigures(
        sums, nil,
        WindowFacts(
          .all, before: Day(1), from: Day(0),
          all: (sums.runs + others.0, sums.wins + others.1), .standard),
        code: 0, .standard)
    }
    var columns = FigureColumns(.standard, rowCount: count)
    var block = FigureBlock(.standard)
    var found: [[ReportCell]] = []
    for (index, row) in rows.enumerated() {
      block.append(row.sums, nil, row.facts, row.code)
      guard block.isFull || index == count - 1 else { continue }
      block.fill()
      for row in 0..<block.rowCount {
        found.append(ReportColumns.standard.kinds.indices.map { block.cell(row, $0) })
      }
      columns.append(block)
      block.removeAll()
    }
    let tables = columns.columns()
    for (index, row) in rows.enumerated() {
      #expect(found[index].map(Self.digits) == row.referenceCells, "seed \(SeededGenerator.seed)")
      #expect(row.cells == found[index])
      #expect(tables.map { Self.cell($0, index) } == found[index].map(Self.plain))
    }
  }

  @Test(arguments: ["jockey", "trainer", "jockey+draw"], [0, 40])
  func `cells of a report's blocks are those of each row alone`(keys: String, minRuns: Int) throws {
    var request = ReportRequest(dimensions: [try Dimension(keys)])
    request.minRuns = minRuns / 20
    request.order = minRuns > 0 ? try RowOrder("sp_roi") : nil
    let snapshot = try StoreFixture.snapshot(csv: WildRaces(races: 60, salt: 4).csv)
    let rows = try ReportJob(request, from: snapshot).run().reports[0].rows
    for range in [0..<rows.count, 1..<min(70, rows.count), rows.count..<rows.count] {
      var found: [[ReportCell]] = []
      rows.visitCells(of: range) { row, column, cell in
        if column == 0 { found.append([]) }
        #expect(row == range.lowerBound + found.count - 1)
        #expect(column == found[found.count - 1].count)
        found[found.count - 1].append(cell)
      }
      #expect(found == range.map { rows[$0].cells })
      #expect(
        range.allSatisfy { row in
          rows[row].cells.suffix(ReportColumns.standard.kinds.count).map(Self.digits)
            == rows[row].figures.referenceCells
        })
    }
  }

  /// Sums of few or very many runs, some without bets, a weight or a rival.
  private static func sums(_ random: inout SeededGenerator, bits: Int) -> FigureSums {
    var sums = FigureSums()
    sums.runs = .random(in: 1...(1 << min(31, Int64(bits))), using: &random)
    sums.wins = .random(in: 0...sums.runs, using: &random)
    sums.places = .random(in: sums.wins...sums.runs, using: &random)
    sums.placeRuns = Bool.random(using: &random) ? sums.runs : sums.places
    sums.prbRuns = .random(in: 0...sums.runs, using: &random)
    sums.prb = .random(in: 0...(sums.prbRuns * 1_000_000), using: &random)
    sums.formWeight = Bool.random(using: &random) ? min(sums.prbRuns, 100_000) * 1_000_000_000 : 0
    let form = Int128(sums.formWeight) * Int128(Int64.random(in: 0...1_000_000, using: &random))
    sums.formLow = Int64(form & (1 << Int128(RecentCell.limbBits) - 1))
    sums.formHigh = Int64(form >> Int128(RecentCell.limbBits))
    (sums.sp, sums.tote, sums.bsp) = (
      bets(&random, bits), bets(&random, bits), bets(&random, bits)
    )
    if sums.sp.count > 0 {
      sums.expectedWins = .random(in: 0...(1 << Int64(bits)), using: &random)
      sums.winShares = .random(in: 0...(1 << Int64(bits)), using: &random)
    }
    for _ in 0..<(bits % 9) {
      let won = Bool.random(using: &random)
      sums.sequence.append(
        RunSequence.Run(
          day: .random(in: 1...20_000, using: &random), won: won,
          profit: sums.sp.count > 0 ? won ? 2_500_049 : -1_000_000 : nil,
          form: UInt8(ascii: won ? "1" : "0")))
    }
    return sums
  }

  private static func bets(_ random: inout SeededGenerator, _ bits: Int) -> BetSums {
    var bets = BetSums()
    // A race with several bets, repeated, as sums of billions of races could not be added up here.
    let times = Int64.random(in: 0...(1 << Int64(bits / 2)), using: &random)
    for profit in [-1_000_000, .random(in: -1_000_000...(1 << 34), using: &random)] as [Int64] {
      let own = Int64.random(in: 1...3, using: &random)
      bets.count += times * own
      bets.profit += times * profit
      bets.profitTimesBets += times * profit * own
      bets.betSquares += times * own * own
      bets.profitSquares += Int128(times) * Int128(profit) * Int128(profit)
      bets.prices.odds += times * own * 5_500_049
      bets.prices.squares += times * own * 550 * 550
    }
    return bets
  }

  /// Returns a number in units of its last decimal, or text; nil where it is undefined.
  private static func digits(_ cell: ReportCell) -> String? {
    switch cell {
    case .empty: nil
    case .text(let text): text
    case .integer(let count): "\(count)"
    case .decimal(let scaled, _): "\(scaled)"
    }
  }

  /// Returns a number in 10⁻⁶, or text; nil where it is undefined.
  private static func plain(_ cell: ReportCell) -> String? {
    switch cell {
    case .empty: nil
    case .text(let text): text
    case .integer(let count): "\(count)"
    case .decimal(let scaled, let places): "\(places == 4 ? scaled * 100 : scaled)"
    }
  }

  private static func cell(_ column: Column, _ row: Int) -> String? {
    if column.isNull(row) { return nil }
    return column.type == .text ? column.texts[row] : "\(column.int64s[row])"
  }
}
