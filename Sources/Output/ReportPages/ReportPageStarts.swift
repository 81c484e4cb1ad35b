import Cards
import Columns
import EntityReports
import Kernels
import Racing

/// The starts of a report's first entities as columns of numbers, and the losing runs that chance
/// alone gives for as many starts.
struct ReportPageStarts {
  /// The bytes of the columns.
  let bytes: [UInt8]
  /// The starts' layout as JSON.
  let layout: String

  /// Takes a report's history.
  init(_ history: History, _ rows: ReportPageRows, _ answer: ReportAnswer) {
    let starts = history.entities.flatMap(\.starts)
    var names = Names()
    var packed = PackedColumns(rowCount: starts.count)
    packed.append("day", starts.map { Int64($0.day.number) }, [], .step)
    packed.append("course", starts.map { names.number(of: $0.course) })
    packed.append("race", starts.map { Int64($0.race) }, [], .step)
    packed.append("race_no", starts.map { $0.raceNumber.map { Int64($0) } })
    packed.append("distance_m", starts.map { $0.distanceMetres.map { Int64($0) } })
    packed.append(
      "distance_band",
      starts.map { start in
        names.number(
          of: start.distanceMetres.flatMap { DistanceBand(metres: Int32($0)) }.map(\.name))
      })
    packed.append("going", starts.map { names.number(of: $0.going) })
    packed.append("horse", starts.map { names.number(of: $0.horse) })
    packed.append("jockey", starts.map { names.number(of: $0.jockey) })
    packed.append("trainer", starts.map { names.number(of: $0.trainer) })
    packed.append("starters", starts.map { Int64($0.starters) })
    packed.append("position", starts.map { $0.position.map { Int64($0) } })
    packed.append(
      "outcome", starts.map { $0.position == nil ? names.number(of: $0.outcome.name) : nil })
    packed.append("sp", starts.map(\.sp))
    // They are only drawn; six decimals are enough.
    packed.append(
      "chance",
      starts.map {
        $0.probability > 0 ? Rounding.halfEven($0.probability, dividedBy: 1000) : nil
      })
    // The page's script lists bets from these columns: change both together.
    let market = answer.summary.scope.figures.market
    if market != .sp, market != .basis(.tote) { packed.append(market.column, starts.map(\.odds)) }
    let named = market.group == .price ? [market.column] : []
    let bases = PriceBasis.allCases.map(\.rawValue) + named
    for (place, name) in bases.enumerated() {
      packed.append("\(name)_returned", starts.map { $0.returned[place] })
    }
    bytes = packed.bytes
    let entities = Self.numbers(rows)
    let places = history.entities.map { entities[$0.keys] ?? -1 }
    layout = PageText.object([
      ("count", "\(starts.count)"),
      ("entity", PageText.list(places.map { "\($0)" })),
      ("shown", PageText.list(history.entities.map { "\($0.starts.count)" })),
      ("all", PageText.list(history.entities.map { "\($0.startCount)" })),
      ("names", PageText.json(names.names)), ("columns", PageText.list(packed.layout)),
      ("losing", Self.losingRuns(Set(places), rows, answer)),
    ])
  }

  // MARK: - Implementation

  /// Names, numbered in order of first appearance.
  private struct Names {
    private(set) var names: [String] = []
    private var numbers: [String: Int64] = [:]

    mutating func number(of name: String?) -> Int64? {
      guard let name else { return nil }
      if let known = numbers[name] { return known }
      numbers[name] = Int64(names.count)
      names.append(name)
      return Int64(names.count - 1)
    }
  }

  /// Returns the entities' numbers by their names, without the entity of all runners.
  private static func numbers(_ rows: ReportPageRows) -> [[String]: Int] {
    Dictionary(
      uniqueKeysWithValues: rows.entities.enumerated().filter { $0.offset != rows.totals }
        .map { ($1, $0) })
  }

  /// Returns the distribution of the longest losing run, per row of the page.
  ///
  /// Each list begins with a length. Then follow the probabilities, in 10⁻⁴, that the longest run
  /// is at most that length, at most one more, and so on.
  private static func losingRuns(
    _ wanted: Set<Int>, _ rows: ReportPageRows, _ answer: ReportAnswer
  ) -> String {
    let numbers = numbers(rows)
    let ends = Set(
      answer.endsWithTotals ? answer.report.rows.stretches.map { $0.rows.upperBound - 1 } : [])
    let group = answer.summary.scope.figures.expectedMarket.group
    let members = rows.indices.enumerated().compactMap { place, index -> (String, String)? in
      let row = answer.report.rows[index]
      guard !ends.contains(index), let entity = numbers[row.keys], wanted.contains(entity) else {
        return nil
      }
      guard let priced = row.figures.bets(on: group)?.bets, priced > 0 else { return nil }
      let mean = Double(row.figures.expectedWins) / (Double(priced) * Double(Probability.one))
      let longest = LongestLosingRun(bets: row.figures.runs, winProbability: min(1, mean))
      return ("\(place)", PageText.list(distribution(longest, row.figures.runs)))
    }
    return PageText.object(members)
  }

  private static func distribution(_ longest: LongestLosingRun, _ runs: Int64) -> [String] {
    let first = longest.quantile(0.01)
    // A chart of more lengths would show no bars.
    let last = min(longest.quantile(0.999), first + 400)
    return ["\(first)"]
      + (first...last).map { "\(Int(longest.probability(ofAtMost: $0) * 10_000))" }
  }
}
