import ColumnStore
import Columns
import Foundation
import Seasons
import StoreTables

/// A running club's ledger of one season, written straight into a store and kept for the next time.
struct Ledger {
  static let season = SeasonYear(.xc, 2024)

  let rowCount: Int
  let seed: UInt64
  let folder: String

  init(rows: Int, seed: UInt64, data: String) {
    rowCount = rows
    self.seed = seed
    folder = data + "/ledger-\(rows)-\(seed)"
  }

  var store: String { folder + "/club" }
  /// What plain loops over the generator's own rows make of it.
  var expectation: String { folder + "/expectation.json" }

  /// June to November 2024, all of xc 2024.
  private static let months = [202406, 202407, 202408, 202409, 202410, 202411]

  /// Generates the ledger where it is missing.
  func make() throws {
    if FileManager.default.fileExists(atPath: expectation) { return }
    Progress.note("generating a ledger of \(Count(rowCount).text) rows")
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var random = LedgerRandom(seed)
    let club = LedgerClub(total: Int64(rowCount), &random)
    let writer = try StoreWriter(store: store)
    try club.write(to: writer)
    var recount = LedgerRecount(club)
    for (index, number) in Self.months.enumerated() {
      let count = Self.months.count
      let range = (rowCount * index / count)..<(rowCount * (index + 1) / count)
      let block = LedgerBlock(range, month: number, &random)
      recount.add(block)
      try writer.replace(
        SeasonTables.pointsLedger, Month(number), with: block.table(of: club, writer))
    }
    try writer.commit()
    try SeasonExpectation(recount).write(to: expectation)
  }
}

/// Numbers made of a seed.
struct LedgerRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  /// A number below a limit.
  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((((mixed ^ (mixed >> 31)) >> 32) &* UInt64(limit)) >> 32)
  }
}

/// A club of 500 runners, some of whom leave in mid-season, and its rewards.
struct LedgerClub {
  static let runnerCount = 500
  static let activities = ["TRAINING_RUN", "WORKOUT", "CROSS_TRAINING", "MEET_LOG", "LIFTING"]
  /// By runner: whether of the team UA, and when the runner left, if so.
  private(set) var isUA: [Bool] = []
  private(set) var leftAt: [Int64] = []
  let thresholds: [Int64]

  init(total: Int64, _ random: inout LedgerRandom) {
    thresholds = [1, 2, 3, 4, 8].map { total * $0 }
    for _ in 0..<Self.runnerCount {
      isUA.append(random.below(5) > 1)
      let day = Int64(random.below(120))
      leftAt.append(random.below(20) == 0 ? 1_719_792_000_000_000 + day * 86_400_000_000 : .max)
    }
  }

  /// Writes roster and rewards.
  func write(to writer: StoreWriter) throws {
    let runners = (0..<Self.runnerCount).map { writer.dictionary("runner_id").code("\($0)") }
    let teams = isUA.map { writer.dictionary("team").code($0 ? "UA" : "NU") }
    let leavers = (0..<Self.runnerCount).filter { leftAt[$0] < .max }
    try writeRoster(
      runners, teams, at: Array(repeating: 1_717_200_000_000_000, count: runners.count), true,
      writer)
    for month in Set(leavers.map { LedgerBlock.month(of: leftAt[$0]) }) {
      let own = leavers.filter { LedgerBlock.month(of: leftAt[$0]) == month }
        .sorted { leftAt[$0] < leftAt[$1] }
      try writeRoster(
        own.map { runners[$0] }, own.map { teams[$0] }, at: own.map { leftAt[$0] }, false, writer)
    }
    let count = thresholds.count
    let season = writer.dictionary("season").code("xc")
    try writer.replace(
      SeasonTables.rewards, Month(202406),
      with: Table([
        ("reward_id", Column(int64s: (0..<count).map { Int64($0) })),
        (
          "reported_at",
          Column(.instant, int64s: Array(repeating: 1_717_200_000_000_000, count: count))
        ),
        (
          "season",
          Column(.coded(dictionary: "season"), int32s: Array(repeating: season, count: count))
        ),
        ("year", Column(int16s: Array(repeating: 2024, count: count))),
        ("point_threshold", Column(int64s: thresholds)),
        ("display_order", Column(int32s: (0..<count).map { Int32($0) })),
      ]))
  }

  private func writeRoster(
    _ runners: [Int32], _ teams: [Int32], at times: [Int64], _ isActive: Bool,
    _ writer: StoreWriter
  ) throws {
    try writer.replace(
      SeasonTables.roster, LedgerBlock.month(of: times[0]),
      with: Table([
        ("runner_id", Column(.coded(dictionary: "runner_id"), int32s: runners)),
        ("reported_at", Column(.instant, int64s: times)),
        ("team", Column(.coded(dictionary: "team"), int32s: teams)),
        ("active", Column(booleans: runners.map { _ in isActive })),
      ]))
  }
}
