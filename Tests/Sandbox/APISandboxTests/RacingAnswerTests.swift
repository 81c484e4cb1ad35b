import APICore
import APISandbox
import Columns
import Foundation
import Testing

struct RacingAnswerTests {
  private static let programme = SandboxClient.small
  private var days: [Day] { (0..<Self.programme.dayCount).map { Self.programme.firstDay + $0 } }

  @Test func `lists and details agree with the truth`() async throws {
    try await SandboxClient.with { client in
      let truth = TruthRows(client.service.truth).races
      var seen = 0
      for day in days {
        let cards = try await client.races("/racecards?date=\(day.iso)")
        let results = try await client.races("/results?date=\(day.iso)")
        #expect(results == cards.filter { $0["finished"] == "1" })
        for card in cards {
          let id = try #require(card["id_race"])
          let rows = try #require(truth[id])
          expect(card, rows[0], on: day)
          var detail = try #require(try await client.json("/race/\(id)") as? [String: Any])
          let horses = try #require(detail.removeValue(forKey: "horses") as? [[String: String]])
          #expect(detail as? [String: String] == card)
          #expect(horses.count == rows.count)
          for (horse, row) in zip(horses, rows) { expect(horse, row) }
          seen += 1
        }
      }
      #expect(seen == truth.count)
    }
  }

  private func expect(_ card: [String: String], _ row: [String: String], on day: Day) {
    #expect(
      Set(card.keys)
        == ["id_race", "course", "date", "distance", "age", "finished", "canceled"])
    #expect(card["course"] == row["course"] && card["date"] == row["off_time_utc"])
    #expect(card["distance"] == row["distance"] && card["age"] == row["race_age"])
    #expect(card["canceled"] == row["cancelled"] && row["race_day"] == day.iso)
    #expect(card["finished"] == (row["cancelled"] == "1" ? "0" : "1"))
  }

  private func expect(_ horse: [String: String], _ row: [String: String]) {
    let same = [
      "horse": "horse", "id_horse": "horse_id", "jockey": "jockey", "trainer": "trainer",
      "age": "age", "number": "number", "distance_beaten": "distance_beaten",
    ]
    for (wire, truth) in same { #expect(horse[wire] == row[truth]) }
    #expect(horse["position"] == Self.position(row))
    #expect(horse["non_runner"] == (row["outcome"] == "non_runner" ? "1" : "0"))
    let weight = horse["weight"]!.split(separator: "-").compactMap { Int($0) }
    #expect(String(weight[0] * 14 + weight[1]) == row["weight_lb"])
    #expect(horse["sp"].flatMap { Decimal(string: $0) } == Decimal(string: row["sp"]!))
    #expect(horse.count == 12)
  }

  /// Returns a position, a code, or nothing.
  private static func position(_ row: [String: String]) -> String? {
    row["outcome"] == "did_not_finish" ? "DNF" : row["position"]
  }

  @Test func `before its day is over a race is a card`() async throws {
    var racing = RacingSettings(programme: Self.programme)
    racing.today = days[2]
    try await SandboxClient.with(racing: racing) { client in
      for day in days {
        let cards = try await client.races("/racecards?date=\(day.iso)")
        let results = try await client.races("/results?date=\(day.iso)")
        #expect(results.isEmpty == (day >= days[2]))
        for card in cards where day >= days[2] {
          #expect(card["finished"] == "0")
          let detail = try await client.json("/race/\(card["id_race"]!)") as? [String: Any]
          let horses = try #require(detail?["horses"] as? [[String: String]])
          for horse in horses {
            #expect(horse["position"] == "" && horse["sp"] == "" && horse["distance_beaten"] == "")
            if day > days[2] { #expect(horse["non_runner"] == "0") }
          }
        }
        // Without a date the sandbox's own day counts.
        if day == days[2] { #expect(try await client.races("/racecards") == cards) }
      }
      #expect(try await client.send("/sandbox/today?date=2030-01-01", .post).status == 200)
      #expect(try await !client.races("/results?date=\(days[5].iso)").isEmpty)
    }
  }

  @Test func `the seed's form has runners in every list, and numbers`() async throws {
    var racing = RacingSettings(programme: Self.programme)
    racing.wire = .seed
    try await SandboxClient.with(racing: racing) { client in
      let truth = TruthRows(client.service.truth).races
      let list = try await client.json("/results?date=\(days[1].iso)") as? [[String: Any]]
      for race in try #require(list) {
        let rows = try #require(truth[race["race_id"] as? String ?? ""])
        #expect(race["race_name"] as? String == rows[0]["race_name"])
        let time = rows[0]["off_time_utc"]!.replacing(" ", with: "T") + "Z"
        #expect(race["race_time"] as? String == time)
        let runners = try #require(race["runners"] as? [[String: Any]])
        for (runner, row) in zip(runners, rows) {
          #expect(runner["horse_id"] as? String == row["horse_id"])
          #expect(runner["position"] as? Int == Int(row["position"]!))
          let isCode = row["outcome"] == "did_not_finish"
          #expect(runner["position"] as? String == (isCode ? "DNF" : nil))
          #expect(runner["age"] as? Int == Int(row["age"]!))
          #expect((runner["jockey"] as? String ?? "") == row["jockey"])
          let odds = (runner["odds"] as? String).flatMap { Decimal(string: $0) }
          #expect(odds == Decimal(string: row["sp"]!))
        }
        let detail = try await client.json("/race/\(race["race_id"]!)")
        #expect(detail as? NSDictionary == race as NSDictionary)
      }
    }
  }

  @Test func `a horse's past is its finished races, the latest first`() async throws {
    try await SandboxClient.with { client in
      let rows = TruthRows(client.service.truth).rows.filter { $0["cancelled"] == "0" }
      let horse = try #require(
        Dictionary(grouping: rows) { $0["horse_id"]! }.max { $0.value.count < $1.value.count })
      let past = try await client.json("/horse-stats/\(horse.key)") as? [String: Any]
      let results = try #require(past?["results"] as? [[String: String]])
      #expect(results.map { $0["id_race"] } == horse.value.reversed().map { $0["race_id"] })
      #expect(results.map { $0["position"] } == horse.value.reversed().map(Self.position))
      #expect(past?["horse"] as? String == horse.value[0]["horse"])
    }
  }

  @Test(arguments: ["jockey", "trainer", "horse"], [1, 3, 100])
  func `win rates count the last days`(subject: String, count: Int) async throws {
    try await SandboxClient.with { client in
      let first = Self.programme.lastDay + 1 - count
      let counted = TruthRows(client.service.truth).rows.filter {
        ["finished", "did_not_finish"].contains($0["outcome"]) && $0["race_day"]! >= first.iso
          && !$0[subject]!.isEmpty
      }
      let expected = Dictionary(grouping: counted) { $0[subject]! }
      let rates = try await client.races("/\(subject)s-win-rate?last_days=\(count)")
      #expect(rates.count == expected.count)
      for rate in rates {
        let rows = try #require(expected[rate[subject]!])
        let wins = rows.count { $0["position"] == "1" }
        #expect(rate["runs"] == String(rows.count) && rate["wins"] == String(wins))
        let percent = String(format: "%.2f", 100 * Double(wins) / Double(rows.count) + 1e-9)
        #expect(rate["win_rate"] == percent)
      }
    }
  }

  @Test(arguments: [
    ("/race/1", 404), ("/race/", 404), ("/race/1/2", 404), ("/horse-stats/x", 404),
    ("/nothing", 404), ("/", 404), ("/racecards?date=today", 400), ("/results?date=", 400),
    ("/racecards?date=2024-02-30", 400), ("/jockeys-win-rate?last_days=0", 400),
    ("/horses-win-rate?last_days=x", 400), ("/sandbox/nothing", 404),
    ("/sandbox/fault?next=429", 404),
  ])
  func `what is not there is refused with a message`(path: String, status: Int) async throws {
    try await SandboxClient.with { client in
      let response = try await client.send(path)
      #expect(response.status == status)
      let message = try JSONSerialization.jsonObject(with: response.body) as? [String: String]
      #expect(message?["message"]?.isEmpty == false)
    }
  }

  @Test func `a day without racing is an empty list`() async throws {
    try await SandboxClient.with { client in
      let none = try await client.send("/racecards?date=1999-01-01")
      #expect(none.body == Data("[]".utf8))
      let posted = try await client.send("/racecards", .post)
      #expect(posted.status == 405)
    }
  }
}
