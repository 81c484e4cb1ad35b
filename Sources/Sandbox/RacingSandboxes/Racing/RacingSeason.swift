import Columns
import Racing
import SyntheticRacing

/// All races of the sandbox's season, made from its seed.
struct RacingSeason: Sendable {
  let programme: AmericanProgramme
  /// In order of their off times.
  var races: [SandboxRace] = []

  init(_ programme: AmericanProgramme, seed: UInt64) {
    self.programme = programme
    let season = SyntheticSeason(programme, seed: seed)
    var maker = RaceMaker(names: SeasonNames(season: season))
    for block in season {
      var first = 0
      for row in 1...block.count
      where row == block.count || block.raceID[row] != block.raceID[first] {
        races.append(maker.race(block, first..<row))
        first = row
      }
    }
  }
}

/// Makes races from a season's rows, one after another.
private struct RaceMaker {
  let names: SeasonNames
  private var form = FormBook()

  init(names: SeasonNames) { self.names = names }

  mutating func race(_ block: RunnerBlock, _ rows: Range<Int>) -> SandboxRace {
    let row = rows.lowerBound
    let number = block.raceID[row]
    let distance = AmericanDistance.nearest(metres: Int(block.distanceMetres[row]))
    // One race in 41 is cancelled, so that even short seasons have one.
    let isCancelled = number % 41 == 17
    return SandboxRace(
      id: String(100_000 + number), day: Day(block.date[row]), offMicros: block.offTimeMicros[row],
      course: names.course(block.course[row]),
      name: names.season.raceNames[Int(block.raceName[row])], distance: distance,
      distanceText: number % 3 == 0 ? distance.letters : distance.words,
      age: Self.ageBand(rows.map { Int(block.age[$0]) }), isCancelled: isCancelled,
      runners: rows.map { runner(block, $0, isCancelled: isCancelled) })
  }

  private mutating func runner(
    _ block: RunnerBlock, _ row: Int, isCancelled: Bool
  ) -> SandboxRunner {
    let horse = block.horse[row]
    let age = Int(block.age[row])
    let year = Day(block.date[row]).civil.year
    let known = form.form(of: horse, age: age, year: year)
    let outcome = Self.outcome(block, row, isCancelled: isCancelled)
    let position = outcome == .finished ? Int(block.position[row]) : nil
    if outcome.isStarter || outcome == .unresolved {
      form.add(horse, position: position, year: year)
    }
    // Some rides have no named jockey.
    let isUnnamed = (block.raceID[row] &* 31 + Int64(block.number[row])) % 67 == 0
    return SandboxRunner(
      horseID: names.horseID(horse), horse: names.horse(horse),
      jockey: isUnnamed ? "" : names.jockey(block.jockey[row]),
      trainer: names.trainer(block.trainer[row]), age: age,
      weightPounds: Int(block.weightPounds[row]), number: Int(block.number[row]), form: known,
      outcome: outcome, position: position,
      spMicros: Self.price(block.spMicros[row], outcome))
  }

  /// Returns the outcome in the feed: it gives no reason for not finishing, says nothing at all
  /// about every third such runner, and has no withdrawals in a cancelled race.
  private static func outcome(_ block: RunnerBlock, _ row: Int, isCancelled: Bool) -> Outcome {
    if isCancelled { return .void }
    return switch Outcome(rawValue: block.outcome[row]) {
    case .nonRunner?: .nonRunner
    case .finished?: .finished
    default: block.horse[row] % 3 == 0 ? .unresolved : .didNotFinish
    }
  }

  /// Returns the price: every starter has one, even without a known outcome.
  private static func price(_ micros: Int64, _ outcome: Outcome) -> Int64? {
    switch outcome {
    case .didNotFinish, .unresolved: micros == 0 ? 26_000_000 : micros
    case .finished: micros == 0 ? nil : micros
    default: nil
    }
  }

  private static func ageBand(_ ages: [Int]) -> String {
    let youngest = ages.min() ?? 3
    return ages.allSatisfy { $0 == youngest } && youngest < 4
      ? "\(youngest)yo only" : "\(youngest)yo+"
  }
}

/// The form figures of each horse so far.
///
/// A digit is a position, 0 a position beyond ninth, P a race not finished, and `-` the turn of a
/// year.
struct FormBook {
  private struct Line {
    var marks: String
    var year: Int
  }

  private var lines: [Int32: Line] = [:]

  /// Returns the form before a race; horses of three and older have run before the season.
  mutating func form(of horse: Int32, age: Int, year: Int) -> String {
    if lines[horse] == nil {
      let earlier = age < 3 ? "" : String(111 + Int(horse) &* 7_919 % 8_889)
      lines[horse] = Line(marks: earlier, year: year - 1)
    }
    turn(horse, to: year)
    return String(lines[horse]?.marks.suffix(7) ?? "")
  }

  /// Adds a race to the form.
  mutating func add(_ horse: Int32, position: Int?, year: Int) {
    turn(horse, to: year)
    let mark = position.map { $0 < 10 ? String($0) : "0" } ?? "P"
    lines[horse]?.marks.append(mark)
  }

  private mutating func turn(_ horse: Int32, to year: Int) {
    guard let line = lines[horse], line.year < year else { return }
    lines[horse] = Line(marks: line.marks.isEmpty ? "" : line.marks + "-", year: year)
  }
}

/// A season's names in an American feed's spelling, some with typical traps: commas, quotation
/// marks, capitals, accents.
struct SeasonNames: Sendable {
  let season: SyntheticSeason

  func course(_ code: Int32) -> String { season.courseNames[Int(code)] + " (USA)" }

  func jockey(_ code: Int32) -> String {
    season.jockeyNames[Int(code)] + (code % 11 == 3 ? ", Jr." : "")
  }

  /// Returns a trainer's name, such as `William "Bill" Mott`.
  func trainer(_ code: Int32) -> String {
    let name = season.trainerNames[Int(code)]
    guard code % 13 == 5, let blank = name.firstIndex(of: " ") else { return name }
    return name[..<blank] + " \"Bill\"" + name[blank...]
  }

  func horse(_ index: Int32) -> String {
    let name = season.horseName(index)
    return index % 9 == 0 ? name.uppercased() : name
  }

  func horseID(_ index: Int32) -> String { String(20_000 + Int(index)) }
}
