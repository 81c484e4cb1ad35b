import APICore
import APISandbox
import Foundation
import Testing

/// The truth tables agree with the service's answers, and with each other.
struct SportsbookTruthTests {
  private func micros(_ text: String?) throws -> Int64 {
    try #require(text.flatMap { APIDate($0) }).micros
  }

  /// Returns the row that holds at a moment: the last one that begins by then.
  private func valid(
    _ rows: [[String: String]], at moment: Int64
  ) throws -> [String: String]? {
    try rows.last { try micros($0["valid_from"]) <= moment }
  }

  @Test func `odds change with the clock, as the quotes say`() throws {
    let desk = try SportsbookDesk()
    let quotes = Dictionary(grouping: try desk.truth("quotes", "2024-05-14", "2024-05-22")) {
      $0["outcome_id"]!
    }
    var checked = 0
    var prices: [String: Set<String>] = [:]
    for hour in stride(from: 0, to: 60, by: 5) {
      let moment = try micros("2024-05-15T12:10:00Z") + Int64(hour) * 3_600_000_000
      desk.service.setClock(moment)
      for banner in try desk.list("sport-banners") {
        guard case .array(let outcomes)? = banner["event"]?["market"]?["outcomes"] else { continue }
        for outcome in outcomes {
          let id = try #require(outcome["id"]?.text)
          let rows = try #require(quotes[id])
          // Before the opening the service gives the opening odds.
          let row = try valid(rows, at: moment) ?? rows[0]
          #expect(outcome["price"]?.text == row["price"], "\(id) at \(moment)")
          #expect(outcome["name"]?.text == row["outcome"])
          prices[id, default: []].insert(row["price"]!)
          checked += 1
        }
      }
    }
    #expect(checked > 300 && prices.values.contains { $0.count > 3 })
  }

  @Test func `a market's odds pay less than all, and stay near where they opened`() throws {
    let desk = try SportsbookDesk()
    let quotes = try desk.truth("quotes", "2024-05-01", "2024-05-31")
    for (_, rows) in Dictionary(grouping: quotes, by: { $0["market_id"]! }) {
      let opening = Dictionary(grouping: rows) { $0["outcome_id"]! }.values.map { $0[0] }
      #expect([2, 3].contains(opening.count))
      let book = opening.reduce(0) { $0 + 1 / Double($1["price"]!)! }
      #expect((1.04...1.1).contains(book))
      for row in rows {
        let first = Double(opening.first { $0["outcome_id"] == row["outcome_id"] }!["price"]!)!
        #expect(abs(Double(row["price"]!)! / first - 1) < 0.21)
      }
    }
  }

  @Test func `boosts change with market and clock, and their history has no gaps`() throws {
    let desk = try SportsbookDesk()
    let all = try desk.truth("boosts", "2024-05-14", "2024-05-18")
    let boosts = Dictionary(grouping: all) { $0["banner_id"]! }
    #expect(boosts.count == 10)
    for rows in boosts.values {
      for (row, next) in zip(rows, rows.dropFirst()) {
        #expect(try micros(row["valid_to"]) + 1_000_000 == micros(next["valid_from"]))
      }
      for row in rows {
        let original = try #require(Decimal(string: row["original_odd"]!))
        let boosted = try #require(Decimal(string: row["boosted_odd"]!))
        #expect((Decimal(string: "1.04")!...Decimal(string: "1.21")!).contains(boosted / original))
      }
    }
    var seen = 0
    for hour in 0..<36 {
      let moment = try micros("2024-05-15T12:10:00Z") + Int64(hour) * 3_600_000_000
      desk.service.setClock(moment)
      for banner in try desk.list("boosted-odds-banners") {
        let start = try micros(banner["start_date"]?.text)
        let end = try micros(banner["end_date"]?.text)
        guard (start...end).contains(moment) else { continue }
        let id = try #require(banner["id"]?.text)
        let rows = try #require(boosts[id])
        let row = try #require(try valid(rows, at: moment))
        #expect(banner["original_odd"]?.text == row["original_odd"])
        #expect(banner["boosted_odd"]?.text == row["boosted_odd"])
        seen += 1
      }
    }
    #expect(seen > 50)
  }

  @Test func `picks settle with their events, and rates count those of thirty days`() throws {
    let desk = try SportsbookDesk()
    let events = Dictionary(
      uniqueKeysWithValues: try desk.truth("events", "2024-04-01", "2024-05-31").map {
        ($0["event_id"]!, $0)
      })
    let picks = try desk.truth("picks", "2024-04-01", "2024-05-31")
    for pick in picks {
      let event = try #require(events[pick["event_id"]!])
      #expect((pick["won"] == "1") == (pick["outcome"] == event["result"]))
      #expect(pick["settles_at"] == event["settles_at"])
      #expect(try micros(event["settles_at"]) == micros(event["kick_off"]) + 7_200_000_000)
    }
    var rates: Set<String> = []
    for day in 10..<28 {
      let now = try micros("2024-05-\(day)T18:30:00Z")
      desk.service.setClock(now)
      for choice in try desk.list("pro-choices") {
        let tipster = try #require(choice["tipster"]?["id"]?.text)
        let settled = try picks.filter { pick in
          let settles = try micros(pick["settles_at"])
          return pick["tipster_id"] == tipster && settles <= now
            && settles >= now - 30 * 86_400_000_000
        }
        let won = settled.count { $0["won"] == "1" }
        let rate = (Double(won) / Double(settled.count) * 10_000).rounded() / 10_000
        let told = try #require(choice["tipster"]?["win_rate"]?.text)
        #expect(Double(told) == rate)
        rates.insert(told)
      }
    }
    #expect(rates.count > 20)
  }

  @Test func `a pick is listed from its publication to the kick-off, at the odds of then`() throws {
    let desk = try SportsbookDesk()
    let picks = try desk.truth("picks", "2024-05-14", "2024-05-19")
    let quotes = Dictionary(grouping: try desk.truth("quotes", "2024-05-14", "2024-05-19")) {
      $0["event_id"]! + $0["outcome"]!
    }
    for pick in picks {
      let rows = try #require(quotes[pick["event_id"]! + pick["outcome"]!])
      let row = try #require(try valid(rows, at: try micros(pick["published_at"])))
      #expect(pick["odds"] == row["price"])
    }
    for hour in 0..<30 {
      let now = try micros("2024-05-15T12:10:00Z") + Int64(hour) * 3_600_000_000
      desk.service.setClock(now)
      let listed = try desk.list("pro-choices").compactMap { $0["id"]?.text }
      let expected = try picks.filter { pick in
        try micros(pick["published_at"]) <= now && now < micros(pick["kick_off"])
      }
      #expect(Set(listed) == Set(expected.map { $0["pick_id"]! }) && !listed.isEmpty)
    }
  }

  @Test func `over many events favourites win more, and the later tipsters know more`() throws {
    let desk = try SportsbookDesk()
    let events = try desk.truth("events", "2024-01-01", "2024-12-31")
    #expect(events.count == 366 * 6 && Set(events.map { $0["event_id"] }).count == events.count)
    let home = Double(events.count { $0["result"] == "1" }) / Double(events.count)
    #expect((0.40...0.52).contains(home))
    let picks = Dictionary(grouping: try desk.truth("picks", "2024-01-01", "2024-12-31")) {
      $0["tipster_id"]!
    }
    let rates = picks.sorted { $0.key < $1.key }.map { tipster, picks in
      Double(picks.count { $0["won"] == "1" }) / Double(picks.count)
    }
    #expect(rates.count == 6 && rates[0] < 0.5 && rates[5] > 0.6)
    #expect(zip(rates, rates.dropFirst()).allSatisfy { $0 < $1 + 0.05 })
  }

  @Test func `no team plays twice on a day`() throws {
    let desk = try SportsbookDesk()
    let events = try desk.truth("events", "2024-05-01", "2024-06-30")
    for (_, day) in Dictionary(grouping: events, by: { $0["kick_off"]!.prefix(10) }) {
      let teams = day.flatMap { [$0["home"]!, $0["away"]!] }
      #expect(Set(teams).count == teams.count)
    }
  }

  @Test(arguments: [
    (HTTPMethod.post, "clock?at=yesterday", 400 as Int?), (.post, "clock", 400),
    (.post, "clock?at=0900-01-01", 400), (.get, "events?from=x", 400),
    (.get, "events?from=2024-05-02&to=2024-05-01", 400),
    (.get, "events?from=2024-01-01&to=2025-12-31", 400), (.get, "events?from=1600-01-01", 400),
    (.post, "clock?at=now", 200), (.get, "clock", 200), (.get, "news", 200),
    (.get, "nothing", nil), (.put, "clock", nil), (.post, "events", nil),
  ])
  func `control calls say what they expect`(method: HTTPMethod, call: String, status: Int?) throws {
    let desk = try SportsbookDesk()
    let request = try SportsbookDesk.request(method, "/sandbox/sportsbook/" + call)
    #expect(desk.service.control(request)?.status == status)
    let other = try SportsbookDesk.request(method, "/sandbox/" + call)
    #expect(desk.service.control(other) == nil)
  }

  @Test func `the clock is where it is put, and goes on by the machine's`() throws {
    let desk = try SportsbookDesk()
    let call = try SportsbookDesk.request(
      .post, "/sandbox/sportsbook/clock?at=2025-01-02T03:04:05Z")
    let answer = try #require(desk.service.control(call))
    #expect(
      try JSONValue(parsing: answer.body) == ["at": "2025-01-02T03:04:05Z", "is_set": true])
    #expect(desk.service.now == APIDate("2025-01-02T03:04:05Z")?.micros)
    desk.service.setClock(nil)
    #expect(abs(Double(desk.service.now) / 1e6 - Date().timeIntervalSince1970) < 60)
  }
}
