import ColumnStore
import Foundation
import Mappings
import PromotionFigures
import RowReading
import StoreImport
import StoreSupport
import TestSupport
import Testing

/// A store of a sportsbook's answers, and of races that its events may be.
struct BookStore {
  private let folder: TemporaryFolder
  private var count = 0

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.file("store") }

  /// Imports a report at a moment: members of a journal's line.
  mutating func tell(_ time: String, _ members: String...) throws {
    count += 1
    let moment = try #require(Self.micros(time))
    let lines = members.map { member in
      "{\"api\":\"sportsbook\",\"request\":\"/x\",\"fetched_at\":\(moment),\"status\":200,"
        + member + ",\"body\":[]}\n"
    }
    let file = try folder.write(lines.joined(), to: "journal\(count).ndjson")
    let text = Mapping.builtInText("sportsbook")!
    let job = ImportJob(
      store: path, mapping: try Mapping(yaml: text, file: "sportsbook"), mappingText: text,
      now: moment)
    let tables = ["odds_quotes", "odds_boosts", "tipster_picks"]
    let imports = try job.run(tables.map { ImportFile(file, table: $0) })
    #expect(imports.allSatisfy { $0.rejected == 0 })
  }

  /// Imports runners in Railbird's own layout.
  func race(_ csv: String) throws { try StoreFixture.add(csv: csv, to: path) }

  func report() throws -> PromotionReport { try PromotionJob(Snapshot(store: path)).run() }

  private static func micros(_ time: String) -> Int64? {
    (try? Date(time, strategy: .iso8601)).map { Int64($0.timeIntervalSince1970) * 1_000_000 }
  }

  // MARK: - Members

  static let start = "2024-05-25T20:00:00Z"

  /// Returns a market's prices.
  static func market(
    _ prices: [(outcome: String, price: Double)], event: String = "12345", id: String = "201",
    name: String = "1X2", home: String = "Real Madrid", away: String = "Liverpool"
  ) -> String {
    let rows = prices.enumerated().map { index, price in
      """
      {"event_id":"\(event)","starts_at":"\(start)","home":"\(home)","away":"\(away)",\
      "price_kind":"base","market_id":"\(id)","market_name":"\(name)","outcome_id":"\(id)\(index)",\
      "outcome_name":"\(price.outcome)","item_id":null,"price":\(price.price)}
      """
    }
    return "\"quotes\":[\(rows.joined(separator: ","))]"
  }

  static func boost(
    _ title: String, _ original: Double?, _ boosted: Double?, id: String = "1",
    event: String = "12345", from: String = "2024-05-24T00:00:00Z",
    to: String = "2024-05-25T19:59:59Z", status: String = "published"
  ) -> String {
    """
    "boosts":[{"banner_id":"\(id)","event_id":"\(event)","title":"\(title)",\
    "original_odd":\(original.map { "\($0)" } ?? "null"),\
    "boosted_odd":\(boosted.map { "\($0)" } ?? "null"),"status":"\(status)",\
    "starts_at":"\(from)","ends_at":"\(to)"}]
    """
  }

  static func pick(
    _ id: String, _ outcome: String, _ odds: Double, tipster: String = "101", rate: Double = 0.5,
    event: String = "900", starts: String = "2024-05-25T14:00:30Z", market: String = "Win"
  ) -> String {
    """
    "picks":[{"pick_id":"\(id)","title":"T","tipster_id":"\(tipster)","tipster":"T\(tipster)",\
    "win_rate":\(rate),"event_id":"\(event)","home":"Ashdown","away":"Race 1",\
    "starts_at":"\(starts)","market_name":"\(market)","outcome_name":"\(outcome)","odds":\(odds),\
    "reasoning":"R"}]
    """
  }
}
