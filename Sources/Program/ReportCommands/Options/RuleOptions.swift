import ArgumentParser
import Columns
import CommandTools
import Foundation
import Questions
import Racing
import RunnerKeys

/// The runners that count, and the rules: the same for reports, cards and features.
package struct RuleOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Count only runners that match this condition in the figures, such as "
        + "\"sp < 10 and country in (GB, IE)\".",
      valueName: "condition"))
  var `where`: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Place terms for all races (default: by country): "
        + PlaceTerms.names.joined(separator: ", ") + ".", valueName: "name"),
    completion: .list(PlaceTerms.names))
  var placeTerms: String?

  @Option(name: .long, parsing: .unconditional, help: .breakDays) var breakDays: Int?
  @Option(name: .long, help: .classOrder) var classOrder: [String] = []
  @Option(name: .long, help: .market, completion: .list(FactChoice.markets)) var market: String?

  package init() {}

  /// The names of the given options.
  var given: [String] {
    let options: [(String, Any?)] = [
      ("--where", `where`), ("--place-terms", placeTerms),
    ]
    return options.filter { $0.1 != nil }.map(\.0) + factChoice.given
  }

  /// Returns the choices that facts depend on; throws a ``ValidationError`` for a break below one
  /// day.
  func facts() throws -> FactRules { try factChoice.rules() }

  /// Returns the condition; nil if all runners count.
  func filter() throws -> Filter? { try `where`.map { try Filter($0) } }

  /// Returns the place terms; nil if the country decides; throws a ``ValidationError`` for an
  /// unknown name.
  func terms() throws -> PlaceTerms? {
    try placeTerms.map { name in
      guard let terms = PlaceTerms(rawValue: name) else {
        throw ValidationError(
          "--place-terms: found \(name); expected one of \(PlaceTerms.names.joined(separator: ", "))"
        )
      }
      return terms
    }
  }

  private var factChoice: FactChoice {
    FactChoice(breakDays: breakDays, classOrder: classOrder, market: market)
  }
}

/// The given choices that facts depend on: of earlier runs, and of the market.
package struct FactChoice {
  package let breakDays: Int?
  package let classOrder: [String]
  package let market: String?

  package init(breakDays: Int?, classOrder: [String], market: String?) {
    self.breakDays = breakDays
    self.classOrder = classOrder
    self.market = market
  }

  /// The usual names of markets, without a mapping's prices.
  package static let markets =
    PriceBasis.allCases.map(\.rawValue) + NamedPrice.ofExchange.map(\.column)

  /// The names of the given options.
  package var given: [String] {
    let options: [(String, Any?)] = [
      ("--break-days", breakDays), ("--class-order", classOrder.first), ("--market", market),
    ]
    return options.filter { $0.1 != nil }.map(\.0)
  }

  /// Returns the choices that facts depend on; throws a ``ValidationError`` for a break below one
  /// day.
  package func rules() throws -> FactRules {
    var facts = FactRules.standard
    if let breakDays {
      guard breakDays >= 1 else {
        throw ValidationError("--break-days: found \(breakDays); expected 1 or more")
      }
      facts.breakDays = breakDays
    }
    if let market {
      guard let found = Market(name: market) else {
        throw ValidationError(
          "--market: found \(market); expected sp, bsp, tote or a price by name")
      }
      facts.market = found
    }
    for text in classOrder {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let source = parts.count > 1 ? parts[0].trimmingCharacters(in: .whitespaces) : nil
      let order = QuestionOptions.list(String(parts[parts.count - 1]))
      let isFirst = source.map { facts.classOrders[$0] == nil } ?? facts.classOrder.isEmpty
      guard isFirst, source != "" else {
        throw ValidationError(
          "--class-order: found \(text); expected one list for all sources, and one SOURCE=LIST for "
            + "each that has its own")
      }
      if let twice = FactRules.repeated(in: order) {
        throw ValidationError("--class-order: found the class \(twice) twice; expected each once")
      }
      guard let source else {
        facts.classOrder = order
        continue
      }
      facts.classOrders[source] = order
      facts.sourcesPlace = "--class-order"
    }
    return facts
  }
}

extension Commission {
  /// Takes the rate of an option; throws a ``ValidationError`` if it is invalid.
  init(option: String?) throws {
    self = .standard
    guard let option else { return }
    guard let micros = Decimal6(option)?.micros, let rate = Commission(rateMicros: micros) else {
      throw ValidationError("--commission: found \(option); expected a rate from 0 to 1")
    }
    self = rate
  }
}

// Options that several groups have share their help here. They do not form a group of their own
// inside other groups: see this module's README.
extension ArgumentHelp {
  /// The help for the days that make a break.
  package static var breakDays: ArgumentHelp {
    ArgumentHelp(
      "Days between two starts that make a break, for runs_since_break (default: 60).",
      valueName: "n")
  }

  /// The help for the order of classes.
  package static var classOrder: ArgumentHelp {
    ArgumentHelp(
      "Classes by commas, the highest first, for class_change (default: by the number at a class's "
        + "end); SOURCE=LIST gives one source an order of its own. May be repeated.",
      valueName: "list")
  }

  /// The help for the price that counts as the market.
  package static var market: ArgumentHelp {
    ArgumentHelp(
      "The price behind favourites, ranks, expected wins, A/E and luck: sp, bsp, tote or a price by "
        + "name (default: the first that most runners have).",
      valueName: "name")
  }

  /// The help for the commission on bets at an exchange.
  static var commission: ArgumentHelp {
    ArgumentHelp(
      "The exchange's commission on net winnings (default: 0.05).", valueName: "rate")
  }

  /// The help for the probabilities behind figures.
  static var baseline: ArgumentHelp {
    ArgumentHelp(
      "The probabilities of expected wins, A/E and luck: "
        + MarketBaseline.names.joined(separator: ", ") + " (default: multiplicative).",
      valueName: "name")
  }
}
