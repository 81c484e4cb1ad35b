import Kernels
import Racing

/// The probabilities behind expected wins, A/E and luck: prices, and a method that removes their
/// margin.
public struct MarketBaseline: Hashable, Sendable {
  /// The method that removes the margin.
  package let method: Baseline
  /// The prices: the starting price, or the exchange's.
  package let basis: PriceBasis

  /// The starting prices, with their margin removed in proportion.
  public static let standard = MarketBaseline(method: .multiplicative, basis: .sp)

  /// The names, in the order of messages.
  package static let names = Baseline.allCases.map(\.rawValue) + [PriceBasis.bsp.rawValue]

  /// Finds the baseline with a name.
  ///
  /// - Parameter name: One of `names`; `bsp` means the exchange's prices, margin removed in
  ///   proportion.
  public init?(name: String) {
    if name == PriceBasis.bsp.rawValue {
      self.init(method: .multiplicative, basis: .bsp)
    } else if let method = Baseline(rawValue: name) {
      self.init(method: method, basis: .sp)
    } else {
      return nil
    }
  }

  private init(method: Baseline, basis: PriceBasis) {
    (self.method, self.basis) = (method, basis)
  }

  /// The name.
  package var name: String { basis == .bsp ? basis.rawValue : method.rawValue }
}
