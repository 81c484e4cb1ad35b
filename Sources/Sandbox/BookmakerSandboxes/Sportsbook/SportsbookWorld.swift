import Columns
import SandboxCore
import SyntheticRacing

/// The sportsbook's events and offers of all days, made from a seed.
///
/// Each day has events and their promotions. Nothing is stored, and there is no first or last day.
struct SportsbookWorld: Sendable {
  let seed: UInt64

  private static let second: Int64 = 1_000_000
  private static let hour = 3_600 * second
  static let day = 24 * hour

  static func day(of moment: Int64) -> Day { Day.split(micros: moment).day }
  private static func micros(_ day: Day) -> Int64 { Int64(day.number) * self.day }

  /// Returns the events that kick off on some days.
  func events(_ days: ClosedRange<Int32>) -> [SandboxEvent] {
    days.flatMap { day in
      (0..<SandboxEvent.countPerDay).map { SandboxEvent(Day(day), $0, seed: seed) }
    }
  }

  /// Returns the promotions of a kind that belong to some days.
  ///
  /// An event's promotion belongs to the day of the kick-off, a banner to the first day of its
  /// week, any other to the day on which it begins.
  func promotions(_ kind: SandboxPromotion.Kind, _ days: ClosedRange<Int32>) -> [SandboxPromotion] {
    switch kind {
    case .alertBanner: days.compactMap { alert(Day($0)) }
    case .banner: days.filter { $0 % 7 == 4 }.flatMap { banners(Day($0)) }
    case .sportBanner: events(days).filter { $0.sport == .football }.map(sportBanner)
    case .boostedOdds: events(days).compactMap(boostedOdds)
    case .heroCard: events(days).filter { $0.id % 10 == 3 }.map(heroCard)
    case .story: days.flatMap { stories(Day($0)) }
    }
  }

  /// Returns the promotions of a kind listed at a moment: the active ones, and those that ended or
  /// begin within a day of it; of alert banners only the active one.
  func listed(_ kind: SandboxPromotion.Kind, at moment: Int64) -> [SandboxPromotion] {
    let today = Self.day(of: moment).number
    let all = promotions(kind, (today - 10)...(today + 5))
    return all.filter { promotion in
      kind == .alertBanner
        ? promotion.isActive(at: moment)
        : promotion.start <= moment + Self.day && promotion.end >= moment - Self.day
    }
  }

  /// Returns tipsters' picks for some days' events.
  func picks(_ days: ClosedRange<Int32>) -> [SandboxPick] {
    events(days).flatMap { SandboxPick.picks($0, seed: seed) }
  }

  /// Returns the picks listed at a moment: from their publication to the kick-off.
  func listedPicks(at moment: Int64) -> [SandboxPick] {
    let today = Self.day(of: moment).number
    return picks(today...(today + 2)).filter {
      $0.publishedAt <= moment && moment < $0.event.kickOff
    }
  }

  /// Returns each tipster's win rate over the picks settled in the thirty days before a moment, in
  /// ten-thousandths; 0 without any.
  func winRates(at moment: Int64) -> [Int] {
    let today = Self.day(of: moment).number
    var rates = [(settled: Int, won: Int)](repeating: (0, 0), count: SandboxPick.tipsterCount)
    for pick in picks((today - 31)...today)
    where (moment - 30 * Self.day...moment).contains(pick.event.settlesAt) {
      rates[pick.tipster].settled += 1
      rates[pick.tipster].won += pick.isWon ? 1 : 0
    }
    return rates.map { $0.settled == 0 ? 0 : (20_000 * $0.won + $0.settled) / (2 * $0.settled) }
  }

  /// Returns the news of the three days before a moment, latest first.
  func news(at moment: Int64) -> [SandboxArticle] {
    let today = Self.day(of: moment).number
    return ((today - 3)...today).flatMap { articles(Day($0)) }
      .filter { (moment - 3 * Self.day...moment).contains($0.publishedAt) }
      .sorted { ($0.publishedAt, $0.id) > ($1.publishedAt, $1.id) }
  }

  /// Returns the news of a day.
  func articles(_ day: Day) -> [SandboxArticle] {
    (0..<4).map { place in
      let draw = SeededDraw(seed, 6, Int(day.number), place)
      let event = SandboxEvent(day + 1, draw.below(SandboxEvent.countPerDay), seed: seed)
      let tags = [event.sport.name.lowercased(), event.homeName]
      return SandboxArticle(
        id: Int(day.number) * 10 + place,
        title: "\(event.homeName) before the match against \(event.awayName)",
        subtitle: draw.below(3, 1) == 0 ? nil : "The coach speaks",
        author: People.name(6_000 + draw.below(20, 2), seed: seed),
        publishedAt: Self.micros(day) + Int64(7 + 4 * place) * Self.hour
          + Int64(draw.below(60, 3)) * 60 * Self.second,
        tags: draw.below(4, 4) == 0 ? nil : tags)
    }
  }

  // MARK: - Implementation

  private func alert(_ day: Day) -> SandboxPromotion? {
    let draw = SeededDraw(seed, 7, Int(day.number))
    guard draw.below(3) != 0 else { return nil }
    let start = Self.micros(day) + 8 * Self.hour
    return SandboxPromotion(
      kind: .alertBanner, id: Int(day.number), title: "Special Offer",
      content: "Get \(10 + 10 * draw.below(5, 1))% bonus on today's first deposit!",
      actionType: "internal_link", actionTarget: "/promotions/details/\(day.number)",
      start: start, end: start + 12 * Self.hour - Self.second)
  }

  /// Returns the banners of a week, which stay two days into the next.
  private func banners(_ day: Day) -> [SandboxPromotion] {
    (0..<2).map { place in
      let draw = SeededDraw(seed, 8, Int(day.number), place)
      let start = Self.micros(day)
      return SandboxPromotion(
        kind: .banner, id: Int(day.number) * 10 + place,
        title: place == 0 ? "Week of Champions" : "Hot Odds, \"Cold\" Drinks",
        subtitle: draw.below(3) == 0 ? nil : "Until Wednesday of next week",
        actionType: place == 0 ? "internal_link" : "external_link",
        actionTarget: place == 0
          ? "/promotions/week/\(day.number)" : "https://sports.example/week/\(day.number)",
        status: draw.below(4, 1) == 0 ? "draft" : "published", start: start,
        end: start + 9 * Self.day - Self.second, hasImage: draw.below(3, 2) != 0)
    }
  }

  private func sportBanner(_ event: SandboxEvent) -> SandboxPromotion {
    SandboxPromotion(
      kind: .sportBanner, id: event.id, title: "\(event.sport.name): match of the day",
      subtitle: "\(event.homeName) vs \(event.awayName)", start: event.opensAt,
      end: event.kickOff, event: event)
  }

  private func boostedOdds(_ event: SandboxEvent) -> SandboxPromotion? {
    SandboxBoost(event, seed: seed).map { boost in
      SandboxPromotion(
        kind: .boostedOdds, id: boost.id, title: boost.title, start: boost.start, end: boost.end,
        event: event, boost: boost)
    }
  }

  private func heroCard(_ event: SandboxEvent) -> SandboxPromotion {
    SandboxPromotion(
      kind: .heroCard, id: event.id, title: "Tonight's match",
      subtitle: "\(event.homeName) vs \(event.awayName)", actionType: "event_link",
      actionTarget: String(event.id), start: event.kickOff - 48 * Self.hour,
      end: event.settlesAt - Self.second, event: event)
  }

  private func stories(_ day: Day) -> [SandboxPromotion] {
    (0..<3).map { place in
      let draw = SeededDraw(seed, 9, Int(day.number), place)
      let event = SandboxEvent(day, draw.below(SandboxEvent.countPerDay), seed: seed)
      let start = Self.micros(day) + Int64(6 + place) * Self.hour
      let actions = [
        ("internal_link", "/stories/\(day.number)"),
        ("external_link", "https://sports.example/stories/\(day.number)"),
        ("event_link", String(event.id)),
      ]
      return SandboxPromotion(
        kind: .story, id: Int(day.number) * 10 + place,
        title: "Spotlight: \(event.homeName)", content: "Why \(event.homeName) may win",
        actionType: actions[place].0, actionTarget: actions[place].1, start: start,
        end: start + Self.day - Self.second, duration: [5, 8, 12][draw.below(3, 1)])
    }
  }
}
