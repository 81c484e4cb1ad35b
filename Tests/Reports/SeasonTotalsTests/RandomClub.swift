import ColumnStore
import Mappings
import StoreImport
import TestSupport

/// A small invented club: members who come and go, points of two seasons, repeated keys.
struct RandomClub {
  struct Transaction {
    var key: String
    var runner: Int
    /// Hours since 2024-09-01 00:00 UTC.
    var hour: Int
    var season: String
    var kind: String
    var activity: String
    var points: Int64
  }

  struct Report {
    var runner: Int
    var hour: Int
    var team: String
    var isActive: Bool
    var graduationClass: Int?
  }

  private(set) var ledger: [Transaction] = []
  private(set) var roster: [Report] = []
  private(set) var thresholds: [Int64] = []
  static let hours = 24 * 100

  init(_ random: inout SeededGenerator) {
    let runners = Int.random(in: 1...8, using: &random)
    for runner in 1...runners {
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        roster.append(
          Report(
            runner: runner, hour: Int.random(in: 0..<Self.hours, using: &random),
            team: Int.random(in: 0..<4, using: &random) == 0 ? "NU" : "UA",
            isActive: Int.random(in: 0..<4, using: &random) > 0,
            graduationClass: [nil, 2024, 2025, 2028, 2029].randomElement(using: &random)!))
      }
    }
    // Rows come in any order; some keys appear twice, at different times.
    for number in 0..<Int.random(in: 0...150, using: &random) {
      ledger.append(
        Transaction(
          key: "k\(Int.random(in: 0...(number + 1), using: &random))",
          runner: Int.random(in: 1...(runners + 1), using: &random),
          hour: Int.random(in: 0..<(Self.hours / 24), using: &random) * 24,
          season: ["xc", "xc", "xc", "track", ""].randomElement(using: &random)!,
          kind: ["EARNED", "EARNED", "EARNED", "SPENT", "REFUND"].randomElement(using: &random)!,
          activity: ["RUN", "MEET", "LIFT"].randomElement(using: &random)!,
          points: Int64.random(in: -5...20, using: &random)))
    }
    thresholds = (0..<30).map { _ in Int64.random(in: -5...400, using: &random) }
  }

  /// Returns the club's lists, imported: the ledger in parts, so that keys meet across imports.
  func snapshot(parts: Int) throws -> Snapshot {
    let folder = try TemporaryFolder()
    let text = Mapping.builtInText("points-ledger")!
    let job = ImportJob(
      store: folder.file("store"), mapping: try Mapping(yaml: text, file: "points-ledger"),
      mappingText: text, now: 1_725_148_800_000_000)
    let size = max(1, (ledger.count + parts - 1) / parts)
    for (index, first) in stride(from: 0, to: ledger.count, by: size).enumerated() {
      let rows = ledger[first..<min(ledger.count, first + size)].map { row in
        "\(row.key),\(row.runner),\(Self.time(row.hour)),\(row.season),"
          + "\(row.season.isEmpty ? "" : "2024"),\(row.kind),\(row.activity),\(row.points)"
      }
      let header = "activity_uuid,runner_id,date,season,year,kind,activity_type,points"
      _ = try job.run([
        folder.write(([header] + rows).joined(separator: "\n") + "\n", to: "l\(index).csv")
      ])
    }
    let members = roster.map { row in
      "\(row.runner),\(row.team),\(row.isActive),"
        + "\(row.graduationClass.map(String.init) ?? ""),\(Self.time(row.hour))"
    }
    let head = "runner_id,team,active,graduation_class,reported_at"
    _ = try job.run([
      folder.write(([head] + members).joined(separator: "\n") + "\n", to: "roster.csv")
    ])
    let rewards = thresholds.enumerated().map { "\($0 + 1),xc,2024,\($1),\($0 + 1)" }
    let names = "reward_id,season,year,point_threshold,display_order"
    _ = try job.run([
      folder.write(([names] + rewards).joined(separator: "\n") + "\n", to: "rewards.csv")
    ])
    return try Snapshot(store: folder.file("store"))
  }

  static let start: Int64 = 1_725_148_800_000_000

  static func micros(_ hour: Int) -> Int64 { start + Int64(hour) * 3_600_000_000 }

  private static func time(_ hour: Int) -> String {
    // September to December, without the code under test.
    var (day, month) = (hour / 24, 9)
    for length in [30, 31, 30] {
      guard day >= length else { break }
      day -= length
      month += 1
    }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "2024-\(two(month))-\(two(day + 1))T\(two(hour % 24)):00:00Z"
  }
}
