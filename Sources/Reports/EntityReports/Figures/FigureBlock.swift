import Columns
import Kernels
import Questions
import Racing

/// Up to 64 rows of a report: columns of their sums, and the columns of cells computed from them.
///
/// Every cell of a report is computed here, each divided and rounded once.
package struct FigureBlock {
  package static var rowLimit: Int { RowFigures.rowLimit }

  let columns: ReportColumns
  package private(set) var rowCount = 0
  private let capacity: Int
  /// `[sum × row]`.
  private let sums: ColumnMemory<Int64>
  /// `[group of bets × row]`: the moments for intervals of returns.
  private let moments: ColumnMemory<ReturnMoments>
  /// `[figure of chance × row]`, and per figure a bit for each row that has one; empty if the
  /// columns have none.
  private let luck: ColumnMemory<Int64>
  private var hasLuck: [UInt64]
  /// `[column × row]`, and per column a bit for each row that has a cell.
  private let cells: ColumnMemory<Int64>
  private var isThere: [UInt64]
  private var kinds: [ReportFigure.Kind] { columns.kinds }
  /// Sums of weighted form that have more than 64 bits.
  private var wideForms: [(row: Int, sum: Int128)] = []
  /// Products of two sums, of a numerator and of a denominator.
  private let products: ColumnMemory<Int64>

  /// Makes room for at most 64 rows.
  package init(_ columns: ReportColumns, capacity: Int = rowLimit) {
    precondition(1...Self.rowLimit ~= capacity, "a block has 1 to 64 rows")
    self.columns = columns
    self.capacity = capacity
    sums = ColumnMemory(count: RowSum.count * capacity)
    moments = ColumnMemory(count: BetGroup.allCases.count * capacity)
    luck = ColumnMemory(count: LuckFigure.allCases.count * capacity)
    hasLuck = Array(repeating: 0, count: LuckFigure.allCases.count)
    cells = ColumnMemory(count: columns.kinds.count * capacity)
    isThere = Array(repeating: 0, count: columns.kinds.count)
    products = ColumnMemory(count: 2 * capacity)
  }

  package var isFull: Bool { rowCount == capacity }

  /// Adds a row to a block with room for it; set its sums next.
  ///
  /// - Returns: The row's place.
  mutating func appendRow() -> Int {
    precondition(rowCount < capacity, "a block has room for the row")
    rowCount += 1
    return rowCount - 1
  }

  @inline(__always)
  func set(_ sum: RowSum, _ row: Int, _ value: Int64) {
    // Safety: the block has room for each of its rows.
    sums.start[sum.place * capacity + row] = value
  }

  /// Sets a sum of weighted form, which may have more than 64 bits.
  mutating func set(form sum: Int128, _ row: Int) {
    set(.weightedRivalsBeaten, row, Int64(truncatingIfNeeded: sum))
    if Int64(exactly: sum) == nil { wideForms.append((row, sum)) }
  }

  /// Sets the moments for the interval of a group's returns.
  func set(_ own: ReturnMoments, _ row: Int, on group: BetGroup) {
    // Safety: each row of each group has a place.
    moments.start[group.place * capacity + row] = own
  }

  /// Sets a figure of chance, in the units of its column.
  mutating func set(_ figure: LuckFigure, _ row: Int, _ value: Int64) {
    // Safety: each row of each figure has a place.
    luck.start[figure.place * capacity + row] = value
    hasLuck[figure.place] |= 1 << UInt64(row)
  }

  /// Computes the rows' cells.
  ///
  /// - Parameter wanted: The only column to compute; nil for all.
  package mutating func fill(_ wanted: Int? = nil) {
    var column = 0
    for figure in columns.figures {
      let next = column + figure.names.count
      if wanted.map({ column..<next ~= $0 }) ?? true { fill(figure.rule, column) }
      column = next
    }
  }

  /// Removes the rows.
  package mutating func removeAll() {
    rowCount = 0
    for index in hasLuck.indices { hasLuck[index] = 0 }
    wideForms.removeAll(keepingCapacity: true)
  }

  /// Returns a column's digits: counts, units of the last decimal, packed form or days.
  package func digits(_ column: Int) -> UnsafeBufferPointer<Int64> {
    // Safety: each row of each column has a place, as long as the block lives.
    UnsafeBufferPointer(start: cells.start + column * capacity, count: rowCount)
  }

  /// Returns a bit for each row with a cell in a column, the first row lowest; bits beyond the rows
  /// are undefined.
  package func isThere(_ column: Int) -> UInt64 { isThere[column] }

  /// Returns a computed cell.
  func cell(_ row: Int, _ column: Int) -> ReportCell {
    guard isThere[column] &>> UInt64(row) & 1 == 1 else { return .empty }
    return Self.cell(digits(column)[row], kinds[column])
  }

  /// Visits a row's cells in the order of the columns.
  func visitCells(_ row: Int, _ visit: (_ column: Int, ReportCell) -> Void) {
    precondition(row >= 0 && row < rowCount, "the block has no such row")
    // Safety: each row of each column has a place, as long as the block lives.
    let digits = cells.start + row
    for column in kinds.indices {
      let isThere = isThere[column] &>> UInt64(row) & 1 == 1
      visit(column, isThere ? Self.cell(digits[column * capacity], kinds[column]) : .empty)
    }
  }

  @inline(__always)
  private static func cell(_ digits: Int64, _ kind: ReportFigure.Kind) -> ReportCell {
    switch kind {
    case .count, .length: .integer(digits)
    case .rate: .decimal(scaled: digits, places: 6)
    case .amount: .decimal(scaled: digits, places: 4)
    case .form: .text(FormText(packed: digits).text)
    case .day: .text(Day(Int32(digits)).iso)
    }
  }

  // MARK: - Implementation

  private func values(_ sum: RowSum) -> UnsafeMutableBufferPointer<Int64> {
    // Safety: each row of each sum has a place; columns and products alike.
    UnsafeMutableBufferPointer(start: sums.start + sum.place * capacity, count: rowCount)
  }

  private func column(_ index: Int) -> UnsafeMutableBufferPointer<Int64> {
    UnsafeMutableBufferPointer(start: cells.start + index * capacity, count: rowCount)
  }

  private mutating func fill(_ rule: ReportFigure.Rule, _ index: Int) {
    switch rule {
    case .count(let sum): take(sum, index)
    case .known(let sum, let other):
      take(sum, index)
      isThere[index] =
        RowFigures.positive(values(other).span) | ~RowFigures.positive(values(.runs).span)
    case .rate(let rate, let group): fill(rate, on: group, index)
    case .amount(let sum, let one, let other):
      isThere[index] = RowFigures.positive(values(other).span)
      var rounded = column(index).mutableSpan
      RowFigures.fill(rounded: &rounded, values(sum).span, in: one / 10_000)
    case .winInterval: fillWinInterval(index)
    case .returnInterval(let group): fillReturnInterval(on: group, index)
    case .luck(let figure), .losingRun(let figure): fill(figure, index)
    case .form: take(.form, index)
    case .day(let sum):
      take(sum, index)
      isThere[index] = column(index).enumerated().reduce(0) { bits, day in
        day.element == RowSum.noDay ? bits : bits | 1 << UInt64(day.offset)
      }
    }
  }

  private mutating func take(_ sum: RowSum, _ index: Int) {
    isThere[index] = .max
    _ = column(index).update(fromContentsOf: values(sum))
  }

  private mutating func fill(_ rate: Rate, on group: BetGroup?, _ index: Int) {
    let scale: Int64 = 1_000_000
    let numerators = product(rate.numerator, on: group, products.start)
    let denominators = product(rate.denominator, on: group, products.start + capacity)
    isThere[index] = RowFigures.positive(denominators.span)
    let quotients = column(index)
    var ratios = quotients.mutableSpan
    // A rate whose unit equals the scale needs no scaling: with smaller factors the fast path
    // settles more rows.
    let isScaled = rate.unit == scale
    RowFigures.fill(
      ratios: &ratios, numerators.span, times: isScaled ? 1 : scale,
      dividedBy: denominators.span, times: isScaled ? 1 : rate.unit)
    guard rate.numerator.contains(.weightedRivalsBeaten) else { return }
    for (row, sum) in wideForms {
      let whole = rate.of { term in
        term == .weightedRivalsBeaten ? sum : Int128(values(RowSum(term, on: group))[row])
      }
      quotients[row] = whole.rounded(toDecimals: 6) ?? 0
    }
  }

  /// Multiplies some terms, row by row.
  private func product(
    _ terms: [Rate.Term], on group: BetGroup?, _ room: UnsafeMutablePointer<Int64>
  ) -> UnsafeMutableBufferPointer<Int64> {
    let first = values(RowSum(terms[0], on: group))
    if terms.count == 1 { return first }
    // Safety: the caller provides room for the rows.
    let product = UnsafeMutableBufferPointer(start: room, count: rowCount)
    _ = product.update(fromContentsOf: first)
    for term in terms.dropFirst() {
      let factor = values(RowSum(term, on: group))
      for row in 0..<rowCount { product[row] *= factor[row] }
    }
    return product
  }

  private mutating func fillWinInterval(_ index: Int) {
    let runs = values(.runs)
    isThere[index] = RowFigures.positive(runs.span)
    isThere[index + 1] = isThere[index]
    let (low, high) = (column(index), column(index + 1))
    var lows = low.mutableSpan
    var highs = high.mutableSpan
    RowFigures.fill(lows: &lows, highs: &highs, wins: values(.wins).span, runs: runs.span)
  }

  private mutating func fillReturnInterval(on group: BetGroup, _ index: Int) {
    let (low, high) = (column(index), column(index + 1))
    var lows = low.mutableSpan
    var highs = high.mutableSpan
    // Safety: each row of each group has a place.
    let own = UnsafeBufferPointer(
      start: moments.start + group.place * capacity, count: rowCount)
    isThere[index] = RowFigures.fill(
      lows: &lows, highs: &highs, moments: own.span,
      stakes: values(.turnover(on: group)).span, returned: values(.returned(on: group)).span)
    isThere[index + 1] = isThere[index]
  }

  private mutating func fill(_ figure: LuckFigure, _ index: Int) {
    isThere[index] = hasLuck[figure.place]
    let values = UnsafeMutableBufferPointer(
      start: luck.start + figure.place * capacity, count: rowCount)
    // Safety: each row of each figure has a place; places never set are not read.
    let column = column(index)
    for row in 0..<rowCount {
      column[row] = isThere[index] &>> UInt64(row) & 1 == 1 ? values[row] : 0
    }
  }
}

/// Up to six characters of recent form in a word, the newest lowest; the highest byte is their
/// number.
package struct FormText {
  let packed: Int64

  package init(packed: Int64) { self.packed = packed }

  init(_ sequence: RunSequence) {
    packed = Int64(sequence.formCount) << 56 | Int64(sequence.formCharacters)
  }

  var count: Int { Int(packed >> 56) }

  /// The characters, the newest in the lowest byte.
  var characters: UInt64 { UInt64(packed) & (1 << 56 - 1) }

  package var text: String { RunSequence.formText(characters, count: count) }
}
