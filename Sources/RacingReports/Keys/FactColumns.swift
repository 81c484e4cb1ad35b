import ColumnStore
import Columns
import Racing

/// A fact's values by month and runner, and the names behind its codes, if it has any.
struct FactColumn: Sendable {
  let months: [Column]
  let names: NameDictionary?
}

/// The way from stored columns to the facts of runners.
///
/// A fact is a pass over the store in time order that keeps some numbers per horse or person, and a
/// number per runner.
struct FactColumns: Sendable {
  let months: [MonthView]
  let rules: FactRules
  /// The stored names that facts ask for, by field.
  let named: [String: KeyColumn]
  let threads: Int

  /// The days that recent form looks back.
  private static let recentDays = 14

  /// Computes a fact.
  func column(_ fact: RunnerFact) -> FactColumn {
    switch fact {
    case .marketRank: counts(byMonth { RaceField(months[$0]).marketRanks })
    case .isFavourite: flags(byMonth { favourites($0) })
    case .oddsShare: decimals(byMonth { RaceField(months[$0]).shares })
    case .runners: counts(byMonth { RaceField(months[$0]).sizes })
    case .weightRank: counts(ranks("weight_lb"))
    case .ratingRank: counts(ranks("official_rating"))
    case .lastPosition:
      counts(
        horses.last { month in
          let positions = months[month].positions.pointer
          let outcomes = months[month].outcomes.pointer
          return Buffer(count: positions.count) { out in
            for row in out.indices {
              let isFinisher = outcomes[row] == Int32(Outcome.finished.rawValue)
              out[row] = isFinisher && positions[row] > 0 ? Int32(positions[row]) : .missing
            }
          }
        })
    case .lastBeatenLengths: decimals(horses.last { numbers("beaten_lengths", $0) })
    case .lastCourse: lastName("course")
    case .lastDistance: counts(horses.last { numbers("distance_m", $0) })
    case .lastGoing: lastName("going")
    case .lastClass: lastName("class")
    case .lastSP: decimals(horses.last { numbers("sp", $0) })
    case .lastJockey: lastName("jockey")
    case .lastWasFavourite:
      flags(horses.last { favourites($0) })
    case .runsSinceBreak: counts(horses.sinceBreak(days: rules.breakDays))
    case .careerRuns: counts(horses.counts { runs, _ in runs })
    case .careerWins: counts(horses.counts { _, wins in wins })
    case .courseWins: counts(past("horse", "course").counts { _, wins in wins })
    case .distanceWins: counts(atDistance("horse").counts { _, wins in wins })
    case .courseDistanceWins: counts(atDistance("horse", "course").counts { _, wins in wins })
    case .goingWins: counts(past("horse", "going").counts { _, wins in wins })
    case .jockeyChange: change(of: "jockey")
    case .trainerChange: change(of: "trainer")
    case .classChange: classChange()
    case .distanceChange:
      counts(
        zip(months.indices, horses.last { numbers("distance_m", $0) }).map { month, last in
          Self.difference(numbers("distance_m", month), last)
        })
    case .weightChange:
      decimals(
        zip(months.indices, horses.last { numbers("weight_lb", $0) }).map { month, last in
          Self.difference(numbers("weight_lb", month), last)
        })
    case .headgearChange: headgearChange()
    case .jockeyRecentRuns: counts(recent("jockey") { runs, _ in runs })
    case .jockeyRecentWins: counts(recent("jockey") { _, wins in wins })
    case .jockeyRecentRate: decimals(recent("jockey", Self.rate))
    case .trainerRecentRuns: counts(recent("trainer") { runs, _ in runs })
    case .trainerRecentWins: counts(recent("trainer") { _, wins in wins })
    case .trainerRecentRate: decimals(recent("trainer", Self.rate))
    case .jockeyCourseRate: decimals(past("jockey", "course").counts(Self.rate))
    case .trainerCourseRate: decimals(past("trainer", "course").counts(Self.rate))
    case .jockeyTrainerRate: decimals(past("jockey", "trainer").counts(Self.rate))
    }
  }

  /// The stored names that a fact asks for.
  static func fields(of fact: RunnerFact, _ rules: FactRules) -> [String] {
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

  /// Computes something of each month, several at a time.
  private func byMonth<Value: Sendable>(_ found: @Sendable (Int) -> Value) -> [Value] {
    ParallelTasks.map(count: months.count, threads: threads, found)
  }

  private func names(_ field: String) -> KeyColumn { named[field]! }

  private var horses: EntityPast { past("horse") }

  private func past(_ field: String) -> EntityPast {
    let own = names(field)
    return EntityPast(months, own.months, count: own.names.count)
  }

  /// The past of pairs, such as a horse at a course.
  private func past(_ field: String, _ other: String) -> EntityPast {
    let pairs = pairs(field, other)
    return EntityPast(months, pairs.months, count: pairs.count)
  }

  /// The past of names, or pairs of names, over one distance.
  private func atDistance(_ field: String, _ other: String? = nil) -> EntityPast {
    let own = names(field)
    let (codes, count) =
      other.map { other in
        let found = pairs(field, other)
        return (found.months, found.count)
      } ?? (own.months, own.names.count)
    let metres = months.indices.map { month -> Buffer<Int32> in
      let numbers: Buffer<Int32> = numbers("distance_m", month)
      return Buffer(count: numbers.count) { out in
        for (row, metres) in numbers.enumerated() { out[row] = metres > 0 ? metres : -1 }
      }
    }
    let longest = metres.reduce(0) { max($0, Int($1.max() ?? 0)) }
    let all = PairCodes(codes, metres, counts: (count, longest + 1), threads: 1)
    return EntityPast(months, all.months, count: all.count)
  }

  private func pairs(_ field: String, _ other: String) -> PairCodes {
    let (left, right) = (names(field), names(other))
    return PairCodes(
      left.months, right.months, counts: (left.names.count, right.names.count), threads: 1)
  }

  private func recent<Value: PastValue>(
    _ field: String, _ figure: (_ runs: Int32, _ wins: Int32) -> Value
  ) -> [Buffer<Value>] {
    past(field).recent(days: Self.recentDays, figure)
  }

  private static func rate(_ runs: Int32, _ wins: Int32) -> Int64 {
    Ratio(Int128(wins), over: Int128(runs)).rounded(toDecimals: 6) ?? .missing
  }

  // MARK: - Values

  /// A stored number of a month's runners; `missing` where there is none.
  private func numbers<Value: PastValue>(_ field: String, _ month: Int) -> Buffer<Value> {
    let view = months[month]
    let isOfRace = RacingTables.raceFields.contains { $0.name == field }
    let column = (isOfRace ? view.races : view.runners).column(RacingTables.flatField(field)!)
    let values = Buffer<Value>(count: column.count) { out in
      for row in out.indices {
        out[row] = column.isNull(row) ? .missing : Value(truncatingIfNeeded: column.number(row))
      }
    }
    return isOfRace ? view.spread(values) : values
  }

  /// 1 for favourites, 0 for other runners with a place in the market.
  private func favourites(_ month: Int) -> Buffer<Int32> {
    let ranks = RaceField(months[month]).marketRanks
    return Buffer(count: ranks.count) { out in
      for (row, rank) in ranks.enumerated() {
        out[row] = rank == .missing ? .missing : rank == 1 ? 1 : 0
      }
    }
  }

  /// Ranks by a stored number, the largest first.
  private func ranks(_ field: String) -> [Buffer<Int32>] {
    byMonth { month in
      let values: Buffer<Int64> = numbers(field, month)
      let fromTop = Buffer(count: values.count) { out in
        for (row, value) in values.enumerated() { out[row] = value == .missing ? value : -value }
      }
      return RaceField(months[month]).ranks(fromTop)
    }
  }

  private func lastName(_ field: String) -> FactColumn {
    let own = names(field)
    let last = horses.last { own.months[$0] }
    return FactColumn(
      months: last.map { codes in
        let known = Buffer(count: codes.count) { out in
          for (row, code) in codes.enumerated() { out[row] = max(code, -1) }
        }
        return Column(
          .coded(dictionary: field), .int32(known),
          Validity(Bitmap(count: known.count) { known[$0] >= 0 }))
      }, names: own.names)
  }

  /// Whether a name is another than in the horse's last run; unknown where either is.
  private func change(of field: String) -> FactColumn {
    let own = names(field)
    let last = horses.last { own.months[$0] }
    return flags(
      zip(own.months, last).map { codes, last in
        Buffer(count: codes.count) { out in
          for row in out.indices {
            out[row] =
              codes[row] < 0 || last[row] < 0 ? .missing : codes[row] == last[row] ? 0 : 1
          }
        }
      })
  }

  private func classChange() -> FactColumn {
    let classes = names("class")
    // With an order per source, a class is told apart by its source.
    let pairs = rules.classOrders.isEmpty ? nil : self.pairs("class", "source")
    let own = pairs?.months ?? classes.months
    let last = horses.last { own[$0] }
    func named(_ code: Int32) -> FactRules.SourceClass {
      guard let pair = pairs?.pairs[Int(code)] else { return (classes.names[Int(code)], nil) }
      let source = Int(Int32(truncatingIfNeeded: pair))
      return (classes.names[Int(pair >> 32)], names("source").names[source])
    }
    var steps: [UInt64: Int32] = [:]
    return counts(
      zip(own, last).map { codes, last in
        Buffer(count: codes.count) { out in
          for row in out.indices {
            guard codes[row] >= 0, last[row] >= 0 else {
              out[row] = .missing
              continue
            }
            let pair = UInt64(last[row]) << 32 | UInt64(codes[row])
            if steps[pair] == nil {
              steps[pair] = rules.step(from: named(last[row]), to: named(codes[row])) ?? .missing
            }
            out[row] = steps[pair]!
          }
        }
      })
  }

  /// Whether the headgear is another than in the horse's last run.
  ///
  /// A run that names none wore none where the other run names some, or where the runner's source
  /// named some on an earlier day; else nobody knows.
  private func headgearChange() -> FactColumn {
    let (own, sources) = (names("headgear").months, names("source"))
    let last = horses.last { own[$0] }
    var firstDays = [Int32](repeating: .max, count: sources.names.count)
    return flags(
      months.indices.map { month in
        let view = months[month]
        let (codes, last, sources) = (own[month], last[month], sources.months[month])
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
      })
  }

  private static func difference<Value: PastValue>(
    _ own: Buffer<Value>, _ last: Buffer<Value>
  ) -> Buffer<Value> {
    Buffer(count: own.count) { out in
      for row in out.indices {
        out[row] =
          own[row] == .missing || last[row] == .missing ? .missing : own[row] &- last[row]
      }
    }
  }

  // MARK: - Columns

  private func counts(_ values: [Buffer<Int32>]) -> FactColumn {
    FactColumn(
      months: values.map {
        let validity = Self.validity($0)
        return Column(.int32, .int32(Self.filled($0, validity)), validity)
      }, names: nil)
  }

  private func decimals(_ values: [Buffer<Int64>]) -> FactColumn {
    FactColumn(
      months: values.map {
        let validity = Self.validity($0)
        return Column(.micros, .int64(Self.filled($0, validity)), validity)
      }, names: nil)
  }

  private func flags(_ values: [Buffer<Int32>]) -> FactColumn {
    FactColumn(
      months: values.map { own in
        Column(.boolean, .boolean(Bitmap(count: own.count) { own[$0] == 1 }), Self.validity(own))
      }, names: nil)
  }

  /// The values, 0 where there is none.
  private static func filled<Value: PastValue>(
    _ values: Buffer<Value>, _ validity: Validity
  ) -> Buffer<Value> {
    if validity.bits == nil { return values }
    let own = values.pointer
    return Buffer(count: own.count) { out in
      for row in own.indices { out[row] = own[row] == .missing ? 0 : own[row] }
    }
  }

  private static func validity<Value: PastValue>(_ values: Buffer<Value>) -> Validity {
    let own = values.pointer
    let bits = Bitmap.packed(count: own.count) { own[$0] != .missing }
    return bits.isFull ? .allValid : Validity(bits)
  }
}

extension Column {
  /// Bytes of its values and of the bits that tell which are there; of no texts.
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

  /// A whole number's value, or a decimal's in millionths; 0 where there is none.
  func number(_ row: Int) -> Int64 {
    switch values {
    case .int16(let buffer): Int64(buffer[row])
    case .int32(let buffer): Int64(buffer[row])
    case .int64(let buffer): buffer[row]
    case .double, .boolean, .text: preconditionFailure("a column of whole numbers, not \(type)")
    }
  }
}
