import Columns

/// The length of a race, exact in yards, furlongs, miles and metres alike.
///
/// A yard is 0.9144 m, so both systems meet in ten-thousandths of a metre: a yard has 9,144 of
/// them, a furlong 220 yards, a mile 8 furlongs.
public struct Distance: Hashable, Comparable, Sendable {
  /// The longest distance accepted, 100 km, in ten-thousandths of a metre.
  public static let maximumUnits: Int64 = 1_000_000_000

  /// The distance in ten-thousandths of a metre.
  public let units: Int64

  /// Creates a distance, or nil when it is not above zero or above 100 km.
  ///
  /// - Parameter units: Ten-thousandths of a metre.
  public init?(units: Int64) {
    guard units > 0, units <= Distance.maximumUnits else { return nil }
    self.units = units
  }

  /// Whole metres, rounded half to even.
  public var metres: Int32 { Int32(Rounding.halfEven(units, dividedBy: Self.metreUnits)) }

  /// Whole yards, rounded half to even.
  public var yards: Int32 { Int32(Rounding.halfEven(units, dividedBy: Self.yardUnits)) }

  /// Orders distances, the shorter first.
  ///
  /// - Parameters:
  ///   - left: A distance.
  ///   - right: A distance.
  /// - Returns: Whether the first is shorter.
  public static func < (left: Distance, right: Distance) -> Bool { left.units < right.units }

  // MARK: - Implementation

  static let metreUnits: Int64 = 10_000
  static let yardUnits: Int64 = 9144
  static let furlongUnits: Int64 = 220 * yardUnits
  static let mileUnits: Int64 = 8 * furlongUnits
}

extension Distance: CustomStringConvertible {
  /// The exact distance in metres, such as `1005.84 metres`.
  public var description: String {
    // Ten-thousandths become millionths.
    Decimal6(micros: units * (Decimal6.one / Self.metreUnits)).description + " metres"
  }
}

/// The unit of a column of distances.
public enum DistanceUnit: String, CaseIterable, Sendable {
  /// Metres.
  case metres
  /// Yards of 0.9144 m.
  case yards
  /// Furlongs of 220 yards.
  case furlongs
  /// Miles of 8 furlongs.
  case miles
  /// Texts that carry their units, such as `2m4f127y`, where `m` always means miles.
  case milesFurlongsYards = "miles_furlongs_yards"
}

extension DistanceUnit {
  /// The unit of a number without one, in ten-thousandths of a metre.
  var bareUnits: Int64? {
    switch self {
    case .metres: Distance.metreUnits
    case .yards: Distance.yardUnits
    case .furlongs: Distance.furlongUnits
    case .miles: Distance.mileUnits
    case .milesFurlongsYards: nil
    }
  }
}
