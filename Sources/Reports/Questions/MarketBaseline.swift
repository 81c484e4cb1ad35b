import Kernels
import Racing

/// The probabilities behind expected wins, A/E and luck: prices, and a method that removes their
/// margin.
public struct MarketBaseline: Hashable, Sendable {
  /// The method that removes the margin.
  package let method: Baseline
  /// The exchange's prices if they are named; nil for those of the report's market.
  package let market: Market?

  /// The market's prices, with their margin removed in proportion.
  public static let standard = MarketBaseline(method: .multiplicative, market: nil)

  /// The names, in the order of messages.
  package static let names = Baseline.allCases.map(\.rawValue) + [PriceBasis.bsp.rawValue]

  /// Finds the baseline with a name.
  ///
  /// - Parameter name: One of `names`; `bsp` means the exchange's prices, margin removed in
  ///   proportion.
  public init?(name: String) {
    if name == PriceBasis.bsp.rawValue {
      self.init(method: .multiplicative, market: .bsp)
    } else if let method = Baseline(rawValue: name) {
      self.init(method: method, market: nil)
    } else {
      return nil
    }
  }

  private init(method: Baseline, market: Market?) {
    (self.method, self.market) = (method, market)
  }

  /// The name.
  package var name: String { market?.column ?? method.rawValue }
}
