/// The rows of a column that hold a value; without bits, all do.
public struct Validity: Sendable {
  /// The bits, or nil if every row holds a value.
  public let bits: Bitmap?

  /// The validity of a column with a value in every row.
  public static let allValid = Validity(nil)

  /// Wraps the bits; nil means that every row holds a value.
  public init(_ bits: Bitmap?) { self.bits = bits }

  /// Packs flags; drops them if no row is null.
  public init(_ flags: [Bool]) {
    self.init(flags.allSatisfy { $0 } ? nil : Bitmap(flags))
  }

  /// Whether the row holds a value.
  public func isValid(_ row: Int) -> Bool { bits.map { $0[row] } ?? true }

  /// The number of rows without a value.
  public var nullCount: Int { bits.map { $0.count - $0.trueCount } ?? 0 }
}
