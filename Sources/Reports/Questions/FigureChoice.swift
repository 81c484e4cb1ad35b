import Kernels
import Racing
import RunnerKeys

/// The figures that a report shows beside counts, rates and form: its bets, and how much is luck.
public struct FigureChoice: Hashable, Sendable {
  /// The bets, a group of columns each; none twice.
  ///
  /// Columns stand in the order of `BetGroup`, whatever the order here.
  public var bets: [BetGroup]
  /// The price by name that the bets of `BetGroup.price` are placed at; nil without them.
  package private(set) var price: NamedPrice?
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

    package var method: FalseDiscovery.Method {
      self == .bh ? .benjaminiHochberg : .benjaminiYekutieli
    }
  }

  /// The bets at `sp`, `tote` and `bsp`, and nothing of luck.
  public static let standard = FigureChoice(bets: BetGroup.standard)

  /// The least choice that has some columns, with the standard bets in any case.
  ///
  /// - Parameter columns: Names out of some ``ReportColumns/names``.
  package init(columns: [String]) {
    self = .standard
    func has(_ choice: FigureChoice) -> Bool {
      let names = Set(ReportColumns(choice).names)
      return columns.contains { names.contains($0) && !ReportColumns.standard.names.contains($0) }
    }
    for group in BetGroup.fixed where group.basis == nil && has(FigureChoice(bets: [group])) {
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
  package var comparesRows: Bool { luck != nil || isShrunk }

  /// Everything that every report can show.
  package static let everything = {
    var choice = FigureChoice(bets: BetGroup.fixed)
    choice.luck = .bh
    choice.isShrunk = true
    return choice
  }()

  /// Chooses bets.
  ///
  /// - Parameters:
  ///   - bets: The groups, none twice.
  ///   - price: The price of bets at a price by name, which are among the groups then.
  public init(bets: [BetGroup], price: NamedPrice? = nil) {
    precondition(Set(bets).count == bets.count, "a report has each group of bets once")
    precondition(bets.contains(.price) == (price != nil), "bets at a price have its name")
    (self.bets, self.price) = (bets, price)
  }

  /// Whether some sums are needed that not every report has.
  package var needsExtras: Bool { luck != nil || isShrunk || hasExtraBets }

  /// Whether some bets are asked for that not every report has.
  package var hasExtraBets: Bool { bets.contains { $0.basis == nil } }

  /// The groups in the order of their columns.
  package var groups: [BetGroup] { BetGroup.allCases.filter { bets.contains($0) } }

  /// The names of bets on a command line; a mapping's prices come beside them.
  package static let betNames =
    BetGroup.fixed.map(\.rawValue) + NamedPrice.ofExchange.map(\.column)

  /// The names of the groups in the order of their columns, which begin with them.
  package var betNames: [String] { groups.map(name) }

  /// The name of a group: of bets at a price by name the price's column.
  func name(_ group: BetGroup) -> String {
    group == .price ? price!.column : group.rawValue
  }

  /// Whether an exchange charges commission on what a group's bets win on a market.
  package func paysCommission(_ group: BetGroup) -> Bool {
    switch group {
    case .bsp, .placeBSP, .layBSP: true
    case .price: price?.isOfExchange == true
    case .sp, .tote, .eachWay, .placeTote: false
    }
  }

  /// Chooses bets by a list as a command line has it.
  ///
  /// - Parameter names: Names of groups, and at most one column of a price, such as `price_early`.
  /// - Throws: `ReportError` `.badBets` for an unknown name, one that stands twice, or none.
  public mutating func setBets(_ names: [String]) throws(ReportError) {
    var (groups, price): ([BetGroup], NamedPrice?) = ([], nil)
    for name in names {
      let named = NamedPrice.of(column: name)
      let group = named == nil ? BetGroup(rawValue: name) : .price
      guard let group, !groups.contains(group), named != nil || group != .price else {
        throw .badBets(found: name)
      }
      groups.append(group)
      price = price ?? named
    }
    guard !groups.isEmpty else { throw .badBets(found: "") }
    (bets, self.price) = (groups, price)
  }
}
