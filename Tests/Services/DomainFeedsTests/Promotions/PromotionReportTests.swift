import APICore
import APISandbox
import ColumnStore
import Columns
import Foundation
import PromotionFigures
import Racing
import StoreSupport
import TabularFiles
import TestSupport
import Testing

@testable import DomainFeeds

/// Reports over many days of fetched promotions, against a computation only from the sandbox's
/// truth.
struct PromotionReportTests {
  private static let hour: Int64 = 3_600_000_000

  private func micros(_ text: String?) throws -> Int64 {
    try #require(text.flatMap { APIDate($0) }).micros
  }

  private func odds(_ text: String?) throws -> Int64 {
    try #require(text.flatMap { Decimal6($0) }).micros
  }

  /// Returns the line in force at a moment; each line is in force from its own time on.
  private func last(
    _ rows: [[String: String]], at moment: Int64
  ) throws -> [String: String] {
    try #require(try rows.last { try micros($0["valid_from"]) <= moment } ?? rows.first)
  }

  /// Once in 25 hours, so that each hour of the day has its turn in the long form.
  private let moments = (0..<Self.days).map { BookWork.firstMoment + Int64($0) * 25 * Self.hour }
  private static let days = LongForm.count(30, short: 12, "days of reported promotions")

  private func fetched() async throws -> BookWork {
    let work = try BookWork()
    for (number, moment) in moments.enumerated() {
      if moment > moments[0] { work.move(to: moment) }
      if number % 3 == 2 { try await work.runKilled(at: number / 4 + 1) }
      let summary = try await work.run()
      #expect(summary.end == .complete)
    }
    return work
  }

  /// Returns a table of the truth, a dictionary per line.
  private func truth(_ table: SportsbookTruth, _ work: BookWork) throws -> [[String: String]] {
    let days = [moments[0], moments[Self.days - 1]].map { APIDate(micros: $0).day }
    var records = CSVRecords(
      Buffer(Array(work.sandbox.truth(table, from: days[0] - 5, to: days[1] + 5).utf8)))
    let header = records.next()
    let names = records.fields(try #require(header))
    return records.map { record in
      Dictionary(uniqueKeysWithValues: zip(names, records.fields(record)))
    }
  }

  private func report(_ work: BookWork) throws -> PromotionReport {
    try PromotionJob(Snapshot(store: work.store)).run()
  }

  @Test(.longForm)
  func `boosts and tipsters of many days of fetches, a third of them killed, are the truth's`()
    async throws
  {
    let work = try await fetched()
    let report = try report(work)
    try checkBoosts(report, work)
    try work.replay()
    #expect(try self.report(work) == report)
    try checkTipsters(work)
  }

  // MARK: - Boosts

  private func checkBoosts(_ report: PromotionReport, _ work: BookWork) throws {
    let truth = Dictionary(grouping: try truth(.boosts, work)) { $0["banner_id"]! }
    let quotes = Dictionary(grouping: try self.truth(.quotes, work)) { $0["event_id"]! }
    let rows = Dictionary(grouping: report.boosts, by: \.bannerID)
    var (seen, fairCount) = (0, 0)
    for (id, lines) in truth {
      let expected = try boosts(lines, quotes[lines[0]["event_id"]!]!)
      let found = rows[id] ?? []
      #expect(found.map { [$0.originalMicros, $0.boostedMicros] } == expected.map(\.odds), "\(id)")
      for (row, expected) in zip(found, expected) {
        // A fetch, killed and run again, takes some seconds, each of which is three
        // ten-thousandths of an hour.
        #expect(abs(row.hoursOpen! - expected.hours) <= 20, "\(id)")
        #expect((row.fairNanos == nil) == (expected.fair == nil), "\(id)")
        if let nanos = row.fairNanos, let fair = expected.fair {
          #expect(abs(Double(nanos) / 1e9 - fair) < 1e-9, "\(id)")
          fairCount += 1
        }
      }
      seen += expected.count
    }
    #expect(report.boosts.count == seen && seen > 3 * Self.days && fairCount > Self.days)
  }

  private struct ExpectedBoost {
    let odds: [Int64?]
    let hours: Int64
    let fair: Double?
  }

  /// Returns the odds that a boost has at the moments at which it is listed, each once in a row.
  private func boosts(
    _ lines: [[String: String]], _ quotes: [[String: String]]
  ) throws -> [ExpectedBoost] {
    let start = try micros(lines.first?["valid_from"])
    let end = try micros(lines.last?["valid_to"])
    var told: [(at: Int64, odds: [Int64])] = []
    for moment in moments
    where start <= moment + 24 * Self.hour && end >= moment - 24 * Self.hour {
      let line = try last(lines, at: max(start, min(end, moment)))
      let pair = [try odds(line["original_odd"]), try odds(line["boosted_odd"])]
      if told.last?.odds != pair { told.append((moment, pair)) }
    }
    let outcome = try #require(lines[0]["outcome"])
    // Every third boost gives only the event's id; football also has sport banners.
    let isBare = Int(lines[0]["banner_id"]!)! % 3 == 0 && lines[0]["market"] == "12"
    return try told.enumerated().map { index, state in
      let from = index == 0 ? start : max(start, state.at)
      let to = index + 1 < told.count ? min(end, told[index + 1].at) : end
      let prices = try Dictionary(grouping: quotes) { $0["outcome"]! }.mapValues {
        try odds(try last($0, at: state.at)["price"])
      }
      // Before its start and after its end a boost's odds are of another moment than the market's.
      let isTold = !isBare && prices[outcome] == state.odds[0]
      let sum = prices.values.reduce(0) { $0 + 1 / Double($1) }
      return ExpectedBoost(
        odds: state.odds, hours: Int64((Double(max(0, to - from)) / 3.6e5).rounded()),
        fair: isTold ? 1 / Double(prices[outcome]!) / sum : nil)
    }
  }

  // MARK: - Tipsters

  /// Adds the results that settle the tipsters' picks.
  private func checkTipsters(_ work: BookWork) throws {
    // A match as a race whose runners are the market's outcomes.
    let events = try truth(.events, work)
    let lines = events.flatMap { event in
      let names = event["sport"] == "Football" ? ["1", "X", "2"] : ["1", "2"]
      let order = names.filter { $0 == event["result"] } + names.filter { $0 != event["result"] }
      return order.enumerated().map { place, name in
        [
          event["event_id"]!, String(event["kick_off"]!.prefix(10)), event["kick_off"]!, name,
          "\(place + 1)", "\(place + 1)",
        ].joined(separator: ",")
      }
    }
    try StoreFixture.add(
      csv: "race_id,date,off_time,horse,number,position\n" + lines.joined(separator: "\n") + "\n",
      to: work.store)
    let report = try report(work)

    let picks = try truth(.picks, work).filter { pick in
      let (published, end) = (try micros(pick["published_at"]), try micros(pick["kick_off"]))
      return moments.contains { published <= $0 && $0 < end }
    }
    #expect(picks.count > 5 * Self.days && report.picks.count == picks.count)
    #expect(report.picks.allSatisfy { $0.state.bet != nil })
    for tipster in report.tipsters {
      let own = picks.filter { $0["tipster_id"] == tipster.id }
      let won = own.filter { $0["won"] == "1" }
      #expect(tipster.pickCount == own.count && tipster.runs == Int64(own.count))
      #expect(tipster.wins == Int64(won.count) && tipster.claimedMicros != nil)
      #expect(try tipster.returnedMicros == won.reduce(0) { try $0 + odds($1["odds"]) })
      #expect(tipster.actualOverExpected == nil)
    }
    #expect(report.tipsters.count == 6)
  }
}
