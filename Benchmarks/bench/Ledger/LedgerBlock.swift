import ColumnStore
import Columns

/// One month of a generated ledger, in order of time and key.
struct LedgerBlock {
  let first: Int
  private(set) var times: [Int64] = []
  private(set) var runners: [Int32] = []
  private(set) var activities: [Int32] = []
  private(set) var points: [Int32] = []
  /// Whether it is spent, or of no season: one row in sixteen each.
  private(set) var isSpent: [Bool] = []
  private(set) var isOfNoSeason: [Bool] = []

  init(_ range: Range<Int>, month number: Int, _ random: inout LedgerRandom) {
    first = range.lowerBound
    let start = Self.start(ofMonth: number)
    // The first days of each month, for November has no more of xc.
    let length: Int64 = 17 * 86_400_000_000
    for row in 0..<range.count {
      times.append(start + length / Int64(range.count) * Int64(row))
      runners.append(Int32(random.below(LedgerClub.runnerCount)))
      activities.append(Int32(random.below(LedgerClub.activities.count)))
      points.append(Int32(random.below(25)) - 2)
      let special = random.below(16)
      isSpent.append(special == 0)
      isOfNoSeason.append(special == 1)
    }
  }

  /// The rows as the store has them.
  func table(of club: LedgerClub, _ writer: StoreWriter) -> Table {
    func codes(_ dictionary: String, _ names: [String], _ indices: [Int32]) -> Column {
      let codes = names.map { writer.dictionary(dictionary).code($0) }
      return Column(.coded(dictionary: dictionary), .int32(Buffer(indices.map { codes[Int($0)] })))
    }
    let xc = writer.dictionary("season").code("xc")
    let isOfSeason = isOfNoSeason.map { !$0 }
    return Table([
      ("tx_key", keys),
      ("event_time", Column(.instant, .int64(Buffer(times)))),
      ("runner_id", codes("runner_id", (0..<LedgerClub.runnerCount).map { "\($0)" }, runners)),
      (
        "season",
        Column(
          .coded(dictionary: "season"), .int32(Buffer(isOfSeason.map { $0 ? xc : 0 })),
          Validity(isOfSeason))
      ),
      (
        "year",
        Column(.int16, .int16(Buffer(isOfSeason.map { $0 ? 2024 : 0 })), Validity(isOfSeason))
      ),
      ("kind", codes("transaction_kind", ["EARNED", "SPENT"], isSpent.map { $0 ? 1 : 0 })),
      ("activity_type", codes("activity_type", LedgerClub.activities, activities)),
      ("points", Column(.int32, .int32(Buffer(points)))),
    ])
  }

  static func month(of micros: Int64) -> Month { Month(of: Day(Int32(micros / 86_400_000_000))) }

  // MARK: - Implementation

  /// The row's number in nine digits.
  private var keys: Column {
    let width = 9
    var bytes = [UInt8](repeating: 48, count: width * times.count)
    for row in times.indices {
      var rest = first + row
      var place = (row + 1) * width - 1
      while rest > 0 {
        bytes[place] = 48 + UInt8(rest % 10)
        rest /= 10
        place -= 1
      }
    }
    let offsets = (0...times.count).map { Int32($0 * width) }
    return Column(.text, .text(TextBuffer(offsets: Buffer(offsets), bytes: Buffer(bytes))))
  }

  private static func start(ofMonth number: Int) -> Int64 {
    let day = Day(year: number / 100, month: number % 100, day: 1)!
    return Int64(day.number) * 86_400_000_000
  }
}
