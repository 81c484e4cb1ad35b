import Columns
import Kernels
import Racing
import RunnerKeys

/// The mapped columns of one month that returns are computed from.
struct ROIColumns: Sendable {
  private let groups: Buffer<Int32>
  private let races: Buffer<Int32>
  private let outcomes: Buffer<Int32>
  private let positions: Buffer<Int16>
  private let sp: Buffer<Int64>

  init(_ runners: Table, groups: Buffer<Int32>) {
    self.groups = groups
    let index = runners.column(RacingTables.raceIndex).int32s
    races = index
    outcomes = runners.column(Self.outcome).int32s
    positions = runners.column(Self.position).int16s
    let prices = runners.column(Self.sp).int64s
    guard runners["betting_interest"] != nil else {
      sp = prices
      return
    }
    let starts = index.indices.filter { $0 == 0 || index[$0] != index[$0 - 1] } + [index.count]
    let interests = BettingInterests(runners, raceStarts: Buffer(starts.map { Int32($0) }))
    sp = interests?.prices(prices, on: \.best) ?? prices
  }

  /// The rows in pieces of whole races, as large as the kernel takes.
  ///
  /// A race with more rows, which no import writes, is cut.
  var pieces: [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    while start < races.count {
      var end = min(start + GroupedROI.mostRows, races.count)
      let longest = end
      while end < races.count && end > start && races[end] == races[end - 1] { end -= 1 }
      if end == start { end = longest }
      pieces.append(start..<end)
      start = end
    }
    return pieces
  }

  func add(_ rows: Range<Int>, to sums: inout GroupedROI) {
    // Safety: `self` keeps the memory of its buffers alive during the call.
    func part<Value>(_ buffer: Buffer<Value>) -> UnsafeBufferPointer<Value> {
      UnsafeBufferPointer(rebasing: buffer.pointer[rows])
    }
    sums.add(
      groups: part(groups), races: part(races),
      GroupedROI.Rows(
        statuses: part(outcomes), starters: Outcome.starterCodes,
        positions: part(positions), prices: part(sp)))
  }

  private static let outcome = RacingTables.flatField("outcome")!
  private static let position = RacingTables.flatField("position")!
  private static let sp = RacingTables.flatField("sp")!
}
