import Kernels
import Racing

/// The figures that a report shows beside counts, rates and form: its bets, and how much is luck.
public struct FigureChoice: Hashable, Sendable {
  /// The bets, a group of columns each; none twice.
  ///
  /// Columns stand in the order of `BetGroup`, whatever the order here.
  public var bets: [BetGroup]
  /// The probabilities that expected wins, A/E and luck rest on.
  public var baseline = MarketBaseline.standard
  /// Whether the figures of luck at the starting price are shown, and how `q` is adjusted.
  public var luck: Adjustment?
  /// Whether strike rates and A/E are also shown shrunk to the population's.
  public var isShrunk = false

  /// An adjustment of p-values for all rows of a report.
  public enum Adjustment: String, CaseIterable, Sendable {
    /// Benjamini and Hochberg's, for rows that are independent, or rise and fall together.
    case bh
    /// Benjamini and Yekutieli's, for rows of any dependence.
    case by

    var method: FalseDiscovery.Method {
      self == .bh ? .benjaminiHochberg : .benjaminiYekutieli
    }
  }

  /// The bets at `sp`, `tote` and `bsp`, and nothing of luck.
  public static let standard = FigureChoice(bets: BetGroup.standard)

  /// The least choice that has some columns, with the standard bets in any case.
  ///
  /// - Parameter columns: Names out of some ``ReportColumns/names``.
  public init(columns: [String]) {
    self = .standard
    func has(_ choice: FigureChoice) -> Bool {
      let names = Set(ReportColumns(choice).names)
      return columns.contains { names.contains($0) && !ReportColumns.standard.names.contains($0) }
    }
    for group in BetGroup.allCases where group.basis == nil && has(FigureChoice(bets: [group])) {
      bets.append(group)
    }
    var lucky = FigureChoice.standard
    lucky.luck = .bh
    if has(lucky) { luck = .bh }
    var shrunk = FigureChoice.standard
    shrunk.isShrunk = true
    isShrunk = has(shrunk)
  }

  /// Whether a row's figures follow from all rows of the report.
  var comparesRows: Bool { luck != nil || isShrunk }

  /// Everything that a report can show.
  static let everything = {
    var choice = FigureChoice(bets: BetGroup.allCases)
    choice.luck = .bh
    choice.isShrunk = true
    return choice
  }()

  /// Chooses bets.
  ///
  /// - Parameter bets: The groups, none twice.
  public init(bets: [BetGroup]) {
    precondition(Set(bets).count == bets.count, "a report has each group of bets once")
    self.bets = bets
  }

  /// Whether some sums are needed that not every report has.
  var needsExtras: Bool {
    luck != nil || isShrunk || bets.contains { $0.basis == nil }
  }

  /// The groups in the order of their columns.
  var groups: [BetGroup] { BetGroup.allCases.filter { bets.contains($0) } }

  /// Reads a list of groups as a command line has it.
  ///
  /// - Parameter names: Names of `BetGroup`.
  /// - Returns: The groups.
  /// - Throws: ``ReportError`` `.badBets` for an unknown name, one that stands twice, or none.
  public static func bets(_ names: [String]) throws(ReportError) -> [BetGroup] {
    var groups: [BetGroup] = []
    for name in names {
      guard let group = BetGroup(rawValue: name), !groups.contains(group) else {
        throw .badBets(found: name)
      }
      groups.append(group)
    }
    guard !groups.isEmpty else { throw .badBets(found: "") }
    return groups
  }
}
