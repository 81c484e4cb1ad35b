import Columns
import TestSupport
import Testing

@testable import DomainFeeds

/// A service with any races, driven by the plan alone: no network, no disk.
struct FetchPlanTests {
  private struct World {
    var races: [Day: [(id: String, state: RaceState)]] = [:]

    func entry(_ request: RacingRequest, at time: Int64) -> JournalEntry {
      var entry = JournalEntry(
        request: request.text, day: request.day, fetchedAt: time, status: 200, sha256: "x")
      let races = races[request.day] ?? []
      switch request {
      case .racecards: entry.details = races.map(\.id)
      case .results: entry.details = races.filter { $0.state == .finished }.map(\.id)
      case .race(let id, _): entry.raceState = races.first { $0.id == id }?.state
      }
      return entry
    }
  }

  private static let first = Day(iso: "2024-11-01")!

  private static func world(_ dayCount: Int, _ random: inout SeededGenerator) -> World {
    var world = World()
    for number in 0..<dayCount {
      let count = Int.random(in: 0...4, using: &random)
      world.races[first + number] = (0..<count).map { race in
        let state = [RaceState.finished, .cancelled, .open].randomElement(using: &random)!
        return ("\(number)-\(race)", state)
      }
    }
    return world
  }

  /// Sends requests until none is due, or up to `limit`.
  private static func run(
    _ plan: RacingPlan, _ world: World, _ known: inout KnownAnswers, limit: Int = .max
  ) -> [String] {
    var asked: [String] = []
    for number in plan.days.lowerBound.number...plan.days.upperBound.number {
      while asked.count < limit, let request = plan.due(in: Day(number), known).first {
        known.apply(world.entry(request, at: plan.runStart + Int64(asked.count)), importID: 1)
        asked.append(request.text)
      }
    }
    return asked
  }

  private static func plan(
    days: Int, today: Int, refresh: Int = 3, start: Int64 = 1_000
  ) -> RacingPlan {
    RacingPlan(
      days: first...(first + (days - 1)), today: first + today, refreshDays: refresh,
      runStart: start)
  }

  @Test func `a first run asks for every list and every race once`() {
    var random = SeededGenerator(31)
    for _ in 0..<50 {
      let world = Self.world(12, &random)
      var known = KnownAnswers()
      let asked = Self.run(Self.plan(days: 12, today: 20), world, &known)
      let lists = (0..<12).flatMap { number in
        ["/racecards?date=", "/results?date="].map { $0 + (Self.first + number).iso }
      }
      let races = world.races.values.joined().map { "/race/" + $0.id }
      #expect(asked.sorted() == (lists + races).sorted())
    }
  }

  @Test func `a run that is cut off anywhere goes on without asking anything again`() {
    var random = SeededGenerator(32)
    for _ in 0..<100 {
      let world = Self.world(8, &random)
      var whole = KnownAnswers()
      let plan = Self.plan(days: 8, today: 7)
      let all = Self.run(plan, world, &whole)
      var known = KnownAnswers()
      var asked: [String] = []
      while asked.count < all.count {
        let limit = Int.random(in: 1...max(1, all.count / 2), using: &random)
        let later = Self.plan(days: 8, today: 7, start: 1_000)
        asked += Self.run(later, world, &known, limit: limit)
      }
      #expect(asked == all)
      #expect(Self.run(plan, world, &known) == [])
    }
  }

  @Test func `a later run asks for the last days again, and for races that wait for a result`() {
    var random = SeededGenerator(33)
    for _ in 0..<50 {
      let world = Self.world(45, &random)
      let today = Int.random(in: 0...60, using: &random)
      let refresh = Int.random(in: 0...5, using: &random)
      var known = KnownAnswers()
      _ = Self.run(Self.plan(days: 45, today: today), world, &known)
      let later = Self.plan(days: 45, today: today, refresh: refresh, start: 1_000_000)
      let asked = Set(Self.run(later, world, &known))
      for number in 0..<45 {
        let day = Self.first + number
        let isRecent = number > min(44, today) - refresh || number > today
        #expect(asked.contains("/racecards?date=" + day.iso) == isRecent)
        #expect(asked.contains("/results?date=" + day.iso) == isRecent)
        for race in world.races[day]! {
          let isAwaited = race.state == .open && min(44, today) - number <= 30
          #expect(asked.contains("/race/" + race.id) == (isRecent || isAwaited))
        }
      }
    }
  }

  @Test func `what is left is what will be asked, once the lists are known`() {
    var random = SeededGenerator(34)
    let world = Self.world(10, &random)
    var known = KnownAnswers()
    let plan = Self.plan(days: 10, today: 20)
    let all = Self.run(plan, world, &known).count
    let again = Self.plan(days: 10, today: 20, refresh: 100, start: 1_000_000)
    let left = (0..<10).map { again.remaining(in: Self.first + $0, known, usual: 9) }
    #expect(left.reduce(0, +) == all)
    let unknown = again.remaining(in: Self.first, KnownAnswers(), usual: 9)
    #expect(unknown == 11)
  }

  @Test func `a card that carries its runners waits until the results name its races`() {
    var known = KnownAnswers()
    let lists = [RacingRequest.racecards(Self.first), .results(Self.first)]
    func apply(
      _ list: RacingRequest, at time: Int64, open: [String] = [], names: [String] = [],
      isUnchanged: Bool = false
    ) {
      var entry = JournalEntry(
        request: list.text, day: Self.first, fetchedAt: time, status: 200, sha256: "\(time)")
      entry.isUnchanged = isUnchanged
      (entry.open, entry.details) = (open, names)
      known.apply(entry, importID: 1)
    }
    func due(today: Int = 9) -> [String] {
      Self.plan(days: today, today: today).due(in: Self.first, known).map(\.text)
    }
    let both = lists.map(\.text)
    apply(lists[0], at: 1, open: ["7", "8"])
    apply(lists[1], at: 1, names: ["7"])
    #expect(due() == both + ["/race/7", "/race/8"])
    #expect(due(today: 40) == ["/race/7", "/race/8"])
    apply(lists[1], at: 2, names: ["8", "7"])
    #expect(due() == ["/race/8", "/race/7"])
    // The results may come first.
    apply(lists[0], at: 3, open: ["9"])
    #expect(due() == both + ["/race/8", "/race/7", "/race/9"])
    // An unchanged line has no body to say it again.
    apply(lists[0], at: 4, isUnchanged: true)
    #expect(due() == both + ["/race/8", "/race/7", "/race/9"])
    // A race missing from the results may report its own state.
    var race = JournalEntry(
      request: "/race/9", day: Self.first, fetchedAt: 5, status: 200, sha256: "9")
    race.raceState = .open
    known.apply(race, importID: 1)
    #expect(due() == both + ["/race/8", "/race/7", "/race/9"])
    race.raceState = .cancelled
    known.apply(race, importID: 1)
    #expect(due() == ["/race/8", "/race/7"])
  }

  /// As an earlier version stored it.
  @Test func `a card that is said to wait does so without naming its races`() {
    var known = KnownAnswers()
    for list in [RacingRequest.racecards(Self.first), .results(Self.first)] {
      known.add(
        KnownAnswer(
          day: Self.first, fetchedAt: 1, status: 200, bytes: 2, sha256: "x",
          state: list == .racecards(Self.first) ? RaceState.open.rawValue : nil, details: []),
        to: list.text)
    }
    #expect(Self.plan(days: 9, today: 9).due(in: Self.first, known).count == 2)
    #expect(Self.plan(days: 40, today: 40).due(in: Self.first, known) == [])
  }

  @Test func `a card's races are not asked for by themselves before their day is over`() {
    var known = KnownAnswers()
    let lists = [RacingRequest.racecards(Self.first), .results(Self.first)]
    for list in lists {
      var entry = JournalEntry(
        request: list.text, day: Self.first, fetchedAt: 1, status: 200, sha256: list.text)
      if list == lists[0] { entry.open = ["7"] }
      known.apply(entry, importID: 1)
    }
    #expect(Self.plan(days: 1, today: 0).due(in: Self.first, known) == lists)
    #expect(Self.plan(days: 2, today: 1).due(in: Self.first, known).count == 3)
  }

  @Test func `a refusal such as 404 is not asked again once its day is past`() {
    var known = KnownAnswers()
    var entry = JournalEntry(
      request: "/racecards?date=2024-11-01", day: Self.first, fetchedAt: 5, status: 200,
      sha256: "x")
    entry.details = ["7"]
    known.apply(entry, importID: 1)
    let plan = Self.plan(days: 9, today: 9)
    let race = RacingRequest.race("7", on: Self.first)
    #expect(plan.due(in: Self.first, known).contains(race))
    known.apply(
      JournalEntry(request: race.text, day: Self.first, fetchedAt: 6, status: 404), importID: 1)
    #expect(!plan.due(in: Self.first, known).contains(race))
    known.apply(
      JournalEntry(request: race.text, day: Self.first, fetchedAt: 6, status: 429), importID: 1)
    #expect(known[race]?.status == 404)
  }
}
