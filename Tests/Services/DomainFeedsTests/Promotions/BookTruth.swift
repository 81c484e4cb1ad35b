import APICore
import APISandbox
import Columns
import Foundation

/// The expected content of a store after fetches from a sportsbook at some moments: computed only
/// from the sandbox's truth, without code of the fetch.
struct BookTruth {
  private(set) var counts: [String: Int] = [:]
  private(set) var boosts: [[String]] = []
  private(set) var picks: [[String]] = []

  private static let day: Int64 = 86_400_000_000

  private struct Promotion {
    let kind: String
    let id: String
    let event: String
    let isPublished: Bool
    let start: Int64
    let end: Int64

    /// Whether it is listed: while it lasts, and a day before and after; an alert while it lasts.
    func isListed(at moment: Int64) -> Bool {
      kind == "alert-banner"
        ? isPublished && start <= moment && moment <= end
        : start <= moment + day && end >= moment - day
    }
  }

  private struct Pick {
    let id: String
    let tipster: String
    let odds: String
    let published: Int64
    let kickOff: Int64
    let settles: Int64
    let won: Bool
  }

  init(_ sandbox: SportsbookSandbox, at moments: [Int64]) throws {
    let days = moments.map { APIDate(micros: $0).day }
    let (first, last) = (days.min()!, days.max()! + 6)
    func rows(
      _ table: SportsbookTruth, _ key: [String], _ names: [String]
    ) throws -> [[String]] {
      // Tipsters are judged by the thirty days before.
      let text = sandbox.truth(table, from: first - (table == .picks ? 33 : 11), to: last)
      return try FetchWork.rows(text, key, names).map(\.value)
    }
    let promotions = try rows(
      .promotions, ["kind", "item_id"],
      ["kind", "item_id", "event_id", "status", "start_date", "end_date"]
    ).map {
      Promotion(
        kind: $0[0], id: $0[1], event: $0[2], isPublished: $0[3] == "published",
        start: Self.micros($0[4]), end: Self.micros($0[5]))
    }
    let picks = try rows(
      .picks, ["pick_id"],
      ["pick_id", "tipster_id", "odds", "published_at", "kick_off", "settles_at", "won"]
    ).map {
      Pick(
        id: $0[0], tipster: $0[1], odds: Self.parts($0[2], 100), published: Self.micros($0[3]),
        kickOff: Self.micros($0[4]), settles: Self.micros($0[5]), won: $0[6] == "1")
    }
    let published = try rows(.news, ["news_id"], ["news_id", "published_at"])
    var odds: [String: [(from: Int64, original: String, boosted: String)]] = [:]
    for row in try rows(
      .boosts, ["banner_id", "valid_from"],
      ["banner_id", "valid_from", "original_odd", "boosted_odd"])
    {
      odds[row[0], default: []].append(
        (Self.micros(row[1]), Self.parts(row[2], 100), Self.parts(row[3], 100)))
    }
    var prices: [String: [String: [(from: Int64, price: String)]]] = [:]
    for row in try rows(
      .quotes, ["outcome_id", "valid_from"], ["event_id", "outcome_id", "valid_from", "price"])
    {
      prices[row[0], default: [:]][row[1], default: []].append((Self.micros(row[2]), row[3]))
    }

    // The newest row of each key, by table; a different row counts as a new one.
    var newest: [String: [String: String]] = [:]
    var counts: [String: Int] = [:]
    func sees(_ table: String, _ key: String, _ content: String) -> Bool {
      if newest[table]?[key] == content { return false }
      newest[table, default: [:]][key] = content
      counts[table, default: 0] += 1
      return true
    }
    var boostRows: [[String]] = []
    var pickRows: [[String]] = []
    for moment in moments {
      for promotion in promotions where promotion.isListed(at: moment) {
        _ = sees("promo_items", promotion.kind + promotion.id, "")
        let number = Int(promotion.id)!
        switch promotion.kind {
        case "boosted-odds-banners":
          let time = max(promotion.start, min(promotion.end, moment))
          let pair = odds[promotion.id]!.filter { $0.from <= time }.max { $0.from < $1.from }!
          if sees("odds_boosts", promotion.id, pair.original + " " + pair.boosted) {
            boostRows.append([promotion.id, pair.original, pair.boosted])
          }
          _ = sees("odds_quotes", "original " + promotion.id, pair.original)
          _ = sees("odds_quotes", "boosted " + promotion.id, pair.boosted)
        case "sport-banners", "hero-cards": break
        default: continue
        }
        // Some banners name their event without data about it.
        if promotion.kind != "sport-banners", number % 3 == 0 { continue }
        for (outcome, history) in prices[promotion.event]! {
          let all = history.sorted { $0.from < $1.from }
          _ = sees(
            "odds_quotes", outcome, (all.last { $0.from <= moment } ?? all[0]).price)
        }
      }
      for article in published {
        let time = Self.micros(article[1])
        if time <= moment, time >= moment - 3 * Self.day {
          _ = sees("news_items", article[0], "")
        }
      }
      for pick in picks where pick.published <= moment && moment < pick.kickOff {
        let settled = picks.filter {
          $0.tipster == pick.tipster && $0.settles <= moment
            && $0.settles >= moment - 30 * Self.day
        }
        let won = settled.count(where: \.won)
        let rate = settled.isEmpty ? 0 : (20_000 * won + settled.count) / (2 * settled.count)
        if sees("tipster_picks", pick.id, String(rate)) {
          pickRows.append([pick.id, pick.tipster, pick.odds, String(rate)])
        }
        _ = sees("odds_quotes", "pick " + pick.id, "")
      }
      // The iOS template has four sections, changed each Monday.
      let day = APIDate(micros: moment).day.number
      let monday = String(day - (day + 3) % 7)
      for section in 0..<4 { _ = sees("home_sections", String(section), monday) }
    }
    self.counts = counts
    boosts = Self.numbered(boostRows)
    self.picks = Self.numbered(pickRows)
  }

  /// Returns rows that begin with a key, ordered by key, each with its number within the key.
  static func numbered(_ rows: [[String]]) -> [[String]] {
    var counts: [String: Int] = [:]
    let numbered = rows.map { row in
      counts[row[0], default: 0] += 1
      return (key: row[0], place: counts[row[0]]!, rest: Array(row.dropFirst()))
    }
    return numbered.sorted { ($0.key, $0.place) < ($1.key, $1.place) }
      .map { [$0.key, String($0.place)] + $0.rest }
  }

  /// Returns a decimal as a whole number of hundredths or the like.
  static func parts(_ text: String, _ scale: Double) -> String {
    Double(text).map { String(Int(($0 * scale).rounded())) } ?? text
  }

  private static func micros(_ text: String) -> Int64 { APIDate(text)!.micros }
}
