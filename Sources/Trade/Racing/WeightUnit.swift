/// The unit of a column of carried weights.
public enum WeightUnit: String, CaseIterable, Sendable {
  /// Pounds: `126`.
  case pounds
  /// Stones of 14 pounds, and pounds: `9-0`.
  case stonePounds = "stone_pounds"
  /// Kilograms: `57.5`.
  case kilograms
}
