import ColumnStore
import Columns
import Racing

/// A fact's values by month and runner, and the names of its codes, if it has codes.
package struct FactColumn: Sendable {
  let months: [Column]
  let names: NameDictionary?
}

/// One month of runners, with the codes of the names that facts use.
package struct FactMonth: Sendable {
  let view: MonthView
  let market: Market
  /// A code per runner, by field; −1 for none.
  let codes: [String: Buffer<Int32>]

  /// Returns the codes of a field that the fact uses.
  func codes(_ field: String) -> Buffer<Int32> { codes[field]! }
}

/// A pass over the months, each once and in time order, that computes a fact.
package final class FactPass: @unchecked Sendable {
  // Safety: one thread at a time processes the months; facts of races depend on no other month, so
  // several threads may compute them.
  private let step: (FactMonth) -> Column
  /// The names of its codes, if it has codes.
  let names: NameDictionary?

  fileprivate init(names: NameDictionary? = nil, _ step: @escaping (FactMonth) -> Column) {
    self.step = step
    self.names = names
  }

  /// Computes the fact for the next month's runners.
  func column(of month: FactMonth) -> Column { step(month) }
}

/// Computes the facts of runners from stored columns.
///
/// A fact is a pass over the store in time order that keeps some numbers per horse or person and
/// produces a value per runner.
package struct FactColumns {
  let rules: FactRules
  /// The names of the codes that facts use, by field.
  let named: [String: NameDictionary]

  private typealias Values<Value: PastValue> = (FactMonth) -> Buffer<Value>

  /// The number of days of recent form.
  private static let recentDays = 14

  /// Creates the pass of a fact, to start at the first month.
  func pass(_ fact: RunnerFact) -> FactPass {
    switch fact {
    case .marketRank: counts { RaceField($0.view, $0.market).marketRanks }
    case .isFavourite: flags { $0.favourites }
    case .oddsShare: decimals { RaceField($0.view, $0.market).shares }
    case .runners: counts { RaceField($0.view).sizes }
    case .weightRank: counts(Self.ranks("weight_lb"))
    case .ratingRank: counts(Self.ranks("official_rating"))
    case .lastPosition: counts(last { $0.finishes })
    case .lastBeatenLengths: decimals(last { $0.numbers("beaten_lengths") })
    case .lastCourse: lastName("course")
    case .lastDistance: counts(last { $0.numbers("distance_m") })
    case .lastGoing: lastName("going")
    case .lastClass: lastName("class")
    case .lastWeight: decimals(last { $0.numbers("weight_lb") })
    case .lastSP: decimals(last { $0.numbers("sp") })
    case .lastJockey: lastName("jockey")
    case .lastWasFavourite: flags(last { $0.favourites })
    case .runsSinceBreak: counts(runsSinceBreak)
    case .careerRuns: counts(past("horse") { runs, _ in runs })
    case .careerWins: counts(past("horse") { _, wins in wins })
    case .courseWins: counts(wins { $0.codes("course") })
    case .distanceWins: counts(wins { $0.distances })
    case .courseDistanceWins: counts(wins(Self.courseDistances))
    case .goingWins: counts(wins { $0.codes("going") })
    case .jockeyChange: flags(change(of: "jockey"))
    case .trainerChange: flags(change(of: "trainer"))
    case .classChange: counts(classChange)
    case .distanceChange: counts(difference("distance_m"))
    case .weightChange: decimals(difference("weight_lb"))
    case .headgearChange: flags(headgearChange)
    case .jockeyRecentRuns: counts(recent("jockey") { runs, _ in runs })
    case .jockeyRecentWins: counts(recent("jockey") { _, wins in wins })
    case .jockeyRecentRate: decimals(recent("jockey", Self.rate))
    case .trainerRecentRuns: counts(recent("trainer") { runs, _ in runs })
    case .trainerRecentWins: counts(recent("trainer") { _, wins in wins })
    case .trainerRecentRate: decimals(recent("trainer", Self.rate))
    case .jockeyCourseRate: decimals(rate("jockey", "course"))
    case .trainerCourseRate: decimals(rate("trainer", "course"))
    case .jockeyTrainerRate: decimals(rate("jockey", "trainer"))
    }
  }

  /// Returns the stored name fields that a fact uses.
  package static func fields(of fact: RunnerFact, _ rules: FactRules) -> [String] {
    let own: [String] =
      switch fact {
      case .lastCourse, .courseWins, .courseDistanceWins: ["course"]
      case .lastGoing, .goingWins: ["going"]
      case .lastClass: ["class"]
      case .classChange: rules.classOrders.isEmpty ? ["class"] : ["class", "source"]
      case .headgearChange: ["headgear", "source"]
      case .lastJockey, .jockeyChange: ["jockey"]
      case .trainerChange: ["trainer"]
      case .jockeyRecentRuns, .jockeyRecentWins, .jockeyRecentRate: ["jockey"]
      case .trainerRecentRuns, .trainerRecentWins, .trainerRecentRate: ["trainer"]
      case .jockeyCourseRate: ["jockey", "course"]
      case .trainerCourseRate: ["trainer", "course"]
      case .jockeyTrainerRate: ["jockey", "trainer"]
      default: []
      }
    let isOfPeople =
      fact.rawValue.hasPrefix("jockey_") && fact != .jockeyChange
      || fact.rawValue.hasPrefix("trainer_") && fact != .trainerChange
    return fact.isOfRace || isOfPeople ? own : ["horse"] + own
  }

  // MARK: - Passes

  private func count(_ field: String) -> Int { named[field]!.count }

  /// Returns the value of the horse's last run.
  private func last<Value: PastValue>(_ own: @escaping Values<Value>) -> Values<Value> {
    let past = EntityPast(count: count("horse"), Value.missing)
    return { past.last(of: $0.view, $0.codes("horse"), own($0)) }
  }

  private func past<Value: PastValue>(
    _ field: String, _ figure: @escaping (_ runs: Int32, _ wins: Int32) -> Value
  ) -> Values<Value> {
    let past = EntityPast(count: count(field), PastTally())
    return { past.counts(of: $0.view, $0.codes(field), figure) }
  }

  private func recent<Value: PastValue>(
    _ field: String, _ figure: @escaping (_ runs: Int32, _ wins: Int32) -> Value
  ) -> Values<Value> {
    let past = EntityPast(count: count(field), RecentDays())
    return { past.recent(of: $0.view, $0.codes(field), days: Self.recentDays, figure) }
  }

  private var runsSinceBreak: Values<Int32> {
    let past = EntityPast(count: count("horse"), Stretch())
    return { past.sinceBreak(of: $0.view, $0.codes("horse"), days: rules.breakDays) }
  }

  /// Counts earlier wins of a horse under coded conditions, such as at a course.
  private func wins(_ conditions: @escaping Values<Int32>) -> Values<Int32> {
    let past = PairPast(ofWins: true)
    return { past.counts(of: $0.view, $0.codes("horse"), conditions($0)) { _, wins in wins } }
  }

  /// Returns the share of wins in the earlier runs of a pair of names.
  private func rate(_ field: String, _ other: String) -> Values<Int64> {
    let past = PairPast(ofWins: false)
    return { past.counts(of: $0.view, $0.codes(field), $0.codes(other), Self.rate) }
  }

  private static func rate(_ runs: Int32, _ wins: Int32) -> Int64 {
    Ratio(Int128(wins), over: Int128(runs)).rounded(toDecimals: 6) ?? .missing
  }

  /// Codes of pairs of course and distance, in order of appearance; −1 where one is unknown.
  private static var courseDistances: Values<Int32> {
    var codes: [UInt64: Int32] = [:]
    return { month in
      let (courses, metres) = (month.codes("course"), month.distances)
      var (last, code): (UInt64?, Int32) = (nil, -1)
      return Buffer(count: courses.count) { out in
        for row in out.indices {
          guard courses[row] >= 0, metres[row] >= 0 else {
            out[row] = -1
            continue
          }
          // Runners of a race share course and distance.
          let both = UInt64(courses[row]) << 32 | UInt64(metres[row])
          if both != last {
            code = codes[both] ?? Int32(codes.count)
            codes[both] = code
            last = both
          }
          out[row] = code
        }
      }
    }
  }

  /// Ranks by a stored number, the largest first.
  private static func ranks(_ field: String) -> Values<Int32> {
    { month in
      let values: Buffer<Int64> = month.numbers(field)
      let fromTop = Buffer(count: values.count) { out in
        for (row, value) in values.enumerated() { out[row] = value == .missing ? value : -value }
      }
      return RaceField(month.view).ranks(fromTop)
    }
  }

  private func lastName(_ field: String) -> FactPass {
    let last = last { $0.codes(field) }
    return FactPass(names: named[field]!) { month in
      let codes = last(month)
      let known = Buffer(count: codes.count) { out in
        for (row, code) in codes.enumerated() { out[row] = max(code, -1) }
      }
      return Column(
        .coded(dictionary: field), .int32(known),
        Validity(Bitmap(count: known.count) { known[$0] >= 0 }))
    }
  }

  /// Whether a name differs from that of the horse's last run; unknown if either is unknown.
  private func change(of field: String) -> Values<Int32> {
    let last = last { $0.codes(field) }
    return { month in
      let (codes, last) = (month.codes(field), last(month))
      return Buffer(count: codes.count) { out in
        for row in out.indices {
          out[row] =
            codes[row] < 0 || last[row] < 0 ? .missing : codes[row] == last[row] ? 0 : 1
        }
      }
    }
  }

  private var classChange: Values<Int32> {
    let classes = named["class"]!
    // With orders per source, equal class names of two sources differ.
    let sources = rules.classOrders.isEmpty ? nil : named["source"]!
    func own(_ month: FactMonth) -> Buffer<Int64> {
      let codes = month.codes("class")
      let sources = sources == nil ? nil : month.codes("source")
      return Buffer(count: codes.count) { out in
        for row in out.indices {
          let source = sources?[row] ?? 0
          out[row] =
            codes[row] < 0 || source < 0 ? .missing : Int64(codes[row]) << 32 | Int64(source)
        }
      }
    }
    func sourceClass(_ code: Int64) -> FactRules.SourceClass {
      (classes[Int(code >> 32)], sources?[Int(Int32(truncatingIfNeeded: code))])
    }
    let last = last(own)
    var steps: [SIMD2<Int64>: Int32] = [:]
    return { month in
      let (codes, last) = (own(month), last(month))
      return Buffer(count: codes.count) { out in
        for row in out.indices {
          guard codes[row] != .missing, last[row] != .missing else {
            out[row] = .missing
            continue
          }
          let both = SIMD2(last[row], codes[row])
          if steps[both] == nil {
            let step = rules.step(from: sourceClass(last[row]), to: sourceClass(codes[row]))
            steps[both] = step ?? .missing
          }
          out[row] = steps[both]!
        }
      }
    }
  }

  /// Whether the headgear differs from that of the horse's last run.
  ///
  /// An empty field means "no headgear" if the other run has some, or if the runner's source gave
  /// some for any runner on an earlier day. Otherwise it is unknown.
  private var headgearChange: Values<Int32> {
    let last = last { $0.codes("headgear") }
    var firstDays = [Int32](repeating: .max, count: count("source"))
    return { month in
      let (view, codes, last) = (month.view, month.codes("headgear"), last(month))
      let sources = month.codes("source")
      return Buffer(count: codes.count) { out in
        for race in 0..<view.races.rowCount {
          let day = view.dates[race]
          for row in view.rows(ofRace: race) {
            let source = sources[row] < 0 ? nil : Int(sources[row])
            if codes[row] >= 0, let source { firstDays[source] = min(firstDays[source], day) }
            let isKnown =
              codes[row] >= 0 || last[row] >= 0 || source.map { firstDays[$0] < day } ?? false
            out[row] =
              last[row] == .missing || !isKnown
              ? .missing : max(codes[row], -1) == max(last[row], -1) ? 0 : 1
          }
        }
      }
    }
  }

  /// Returns the difference between a stored number and that of the horse's last run.
  private func difference<Value: PastValue>(_ field: String) -> Values<Value> {
    let last: Values<Value> = last { $0.numbers(field) }
    return { month in
      let (own, last): (Buffer<Value>, Buffer<Value>) = (month.numbers(field), last(month))
      return Buffer(count: own.count) { out in
        for row in out.indices {
          out[row] =
            own[row] == .missing || last[row] == .missing ? .missing : own[row] &- last[row]
        }
      }
    }
  }

  // MARK: - Columns

  private func counts(_ values: @escaping Values<Int32>) -> FactPass {
    FactPass {
      let own = values($0)
      let validity = Validity.of(own)
      return Column(.int32, .int32(Self.filled(own, validity)), validity)
    }
  }

  private func decimals(_ values: @escaping Values<Int64>) -> FactPass {
    FactPass {
      let own = values($0)
      let validity = Validity.of(own)
      return Column(.micros, .int64(Self.filled(own, validity)), validity)
    }
  }

  private func flags(_ values: @escaping Values<Int32>) -> FactPass {
    FactPass {
      let own = values($0)
      return Column(
        .boolean, .boolean(Bitmap(count: own.count) { own[$0] == 1 }), .of(own))
    }
  }

  /// Replaces missing values by 0.
  private static func filled<Value: PastValue>(
    _ values: Buffer<Value>, _ validity: Validity
  ) -> Buffer<Value> {
    if validity.bits == nil { return values }
    let own = values.pointer
    return Buffer(count: own.count) { out in
      for row in own.indices { out[row] = own[row] == .missing ? 0 : own[row] }
    }
  }
}

extension FactMonth {
  /// Returns a stored number per runner; `missing` if it is absent.
  fileprivate func numbers<Value: PastValue>(_ field: String) -> Buffer<Value> {
    let isOfRace = RacingTables.raceFields.contains { $0.name == field }
    let column = (isOfRace ? view.races : view.runners).column(RacingTables.flatField(field)!)
    let values = Buffer<Value>(count: column.count) { out in
      for row in out.indices {
        out[row] = column.isNull(row) ? .missing : Value(truncatingIfNeeded: column.number(row))
      }
    }
    return isOfRace ? view.spread(values) : values
  }

  /// The distances in metres; −1 if unknown.
  fileprivate var distances: Buffer<Int32> {
    let numbers: Buffer<Int32> = numbers("distance_m")
    return Buffer(count: numbers.count) { out in
      for (row, metres) in numbers.enumerated() { out[row] = metres > 0 ? metres : -1 }
    }
  }

  /// The positions of finishers; `missing` for all others.
  fileprivate var finishes: Buffer<Int32> {
    let (positions, outcomes) = (view.positions.pointer, view.outcomes.pointer)
    return Buffer(count: positions.count) { out in
      for row in out.indices {
        let isFinisher = outcomes[row] == Int32(Outcome.finished.rawValue)
        out[row] = isFinisher && positions[row] > 0 ? Int32(positions[row]) : .missing
      }
    }
  }

  /// 1 for favourites, 0 for other runners with a market rank.
  fileprivate var favourites: Buffer<Int32> {
    let ranks = RaceField(view, market).marketRanks
    return Buffer(count: ranks.count) { out in
      for (row, rank) in ranks.enumerated() {
        out[row] = rank == .missing ? .missing : rank == 1 ? 1 : 0
      }
    }
  }
}

extension Column {
  /// Bytes of its values and validity; without bytes of texts.
  var heldBytes: Int {
    let own =
      switch values {
      case .int16: count * 2
      case .int32: count * 4
      case .int64, .double: count * 8
      case .boolean(let flags): flags.bytes.count
      case .text: preconditionFailure("a fact is a number, a flag or a code")
      }
    return own + (validity.bits.map { $0.bytes.count } ?? 0)
  }

  /// Returns a whole number, or a decimal in millionths; 0 if absent.
  package func number(_ row: Int) -> Int64 {
    switch values {
    case .int16(let buffer): Int64(buffer[row])
    case .int32(let buffer): Int64(buffer[row])
    case .int64(let buffer): buffer[row]
    case .double, .boolean, .text: preconditionFailure("a column of whole numbers, not \(type)")
    }
  }
}
