import ArgumentParser
import CommandTools
import Questions
import Racing
import RunnerKeys

/// The bets and the figures of chance that a report or a record shows.
package struct FigureOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Bets with columns of their own, by commas: "
        + BetGroup.fixed.map(\.rawValue).joined(separator: ", ")
        + ", and one price by name, such as price_early or morning_wap (default: sp,tote,bsp).",
      valueName: "list"),
    completion: .names(FigureChoice.betNames))
  var bets: String?

  @Option(name: .long, help: .baseline, completion: .list(MarketBaseline.names))
  var baseline: String?

  @Flag(
    name: .long,
    help: "Add luck: expected ROI, z, p and q, ROI without the best winners, likely losing runs.")
  var luck = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How q is adjusted for all rows, with --luck: bh (Benjamini-Hochberg) or by "
        + "(Benjamini-Yekutieli) (default: bh).", valueName: "name"),
    completion: .list(FigureChoice.Adjustment.allCases.map(\.rawValue)))
  var fdr: String?

  @Flag(name: .long, help: "Add strike rates and A/E shrunk to the population's.")
  var shrink = false

  package init() {}

  /// The names of all columns that a report can have; its keys come first.
  static var columnNames: [String] {
    var choice = FigureChoice(bets: BetGroup.fixed)
    (choice.luck, choice.isShrunk) = (.bh, true)
    return Dimension.keyNames + ReportColumns(choice).names
  }

  /// The names of the given options.
  var given: [String] {
    let options = [
      ("--bets", bets != nil), ("--baseline", baseline != nil), ("--luck", luck),
      ("--fdr", fdr != nil), ("--shrink", shrink),
    ]
    return options.filter(\.1).map(\.0)
  }

  /// Returns the choice.
  ///
  /// - Parameter pages: Whether pages are written; they always have the figures of luck.
  /// - Returns: The figures.
  /// - Throws: A ``ValidationError`` or a `ReportError` if the choice is invalid.
  func choice(forPages pages: Bool = false) throws -> FigureChoice {
    var choice = FigureChoice.standard
    if let bets { try choice.setBets(QuestionOptions.list(bets)) }
    choice.baseline = try MarketBaseline(option: baseline)
    guard luck || pages || fdr == nil else {
      throw ValidationError("--fdr: found it without --luck or --format html; expected one")
    }
    if luck || fdr != nil {
      guard let adjustment = FigureChoice.Adjustment(rawValue: fdr ?? "bh") else {
        throw ValidationError("--fdr: found \(fdr ?? ""); expected bh or by")
      }
      choice.luck = adjustment
    }
    choice.isShrunk = shrink
    return choice
  }
}

extension MarketBaseline {
  /// Takes the baseline of an option; throws a ``ValidationError`` for an unknown name.
  init(option: String?) throws {
    self = .standard
    guard let option else { return }
    guard let found = MarketBaseline(name: option) else {
      throw ValidationError(
        "--baseline: found \(option); expected one of "
          + MarketBaseline.names.joined(separator: ", "))
    }
    self = found
  }
}
