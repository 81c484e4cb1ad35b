/// A run of whole races in chronological order: one array per column, one element per runner.
///
/// - Shape: all columns have ``count`` elements; the runners of a race are adjacent, in order of
///   ``number``.
/// - Units: named by the column; `Micros` are millionths.
public struct RunnerBlock: Sendable {
  /// Race key: 1, 2, 3 … in order of date, then off time.
  public var raceID: [Int64] = []
  /// Local day of the meeting, in days since 1970-01-01.
  public var date: [Int32] = []
  /// Scheduled off in microseconds since 1970-01-01 UTC; an evening race may be off on the next
  /// day.
  public var offTimeMicros: [Int64] = []
  /// Number of the race within its meeting, from 1.
  public var raceNumber: [Int16] = []
  /// Code in ``SyntheticSeason/courseNames``.
  public var course: [Int32] = []
  /// Code in ``SyntheticSeason/countryNames``.
  public var country: [Int32] = []
  /// Code in ``SyntheticSeason/raceNames``.
  public var raceName: [Int32] = []
  /// Code in ``SyntheticSeason/raceClassNames``.
  public var raceClass: [Int32] = []
  /// Code in ``SyntheticSeason/goingNames``.
  public var going: [Int32] = []
  /// Code in ``SyntheticSeason/surfaceNames``.
  public var surface: [Int32] = []
  /// Whether weights follow official ratings.
  public var isHandicap: [Bool] = []
  /// Distance of the race in metres.
  public var distanceMetres: [Int32] = []
  /// Prize money of the race in whole units of the country's currency.
  public var prize: [Int64] = []
  /// Index for ``SyntheticSeason/horseName(_:)``.
  public var horse: [Int32] = []
  /// Code in ``SyntheticSeason/jockeyNames``.
  public var jockey: [Int32] = []
  /// Code in ``SyntheticSeason/trainerNames``.
  public var trainer: [Int32] = []
  /// Code in ``SyntheticSeason/ownerNames``.
  public var owner: [Int32] = []
  /// Code in ``SyntheticSeason/sireNames``.
  public var sire: [Int32] = []
  /// Age in years.
  public var age: [Int16] = []
  /// Code in ``SyntheticSeason/sexNames``.
  public var sex: [Int32] = []
  /// Saddlecloth number, from 1.
  public var number: [Int16] = []
  /// Starting stall, from 1.
  public var draw: [Int16] = []
  /// Carried weight in pounds.
  public var weightPounds: [Int16] = []
  /// Handicapper's points; 0 for none.
  public var officialRating: [Int16] = []
  /// Finish position in standard competition ranking; 0 for none.
  public var position: [Int16] = []
  /// Index in ``SyntheticSeason/outcomeNames``.
  public var outcome: [UInt8] = []
  /// Lengths behind the winner in millionths; −1 for none.
  public var beatenLengthsMicros: [Int64] = []
  /// Starting price in millionths, stake included; 0 for none.
  public var spMicros: [Int64] = []
  /// Declared dividend per unit in millionths; 0 for all but winners.
  public var toteMicros: [Int64] = []
  /// Betfair starting price in millionths; 0 for none.
  public var bspMicros: [Int64] = []
  /// Whether the race has a declared win dividend.
  public var totePaid: [Bool] = []

  /// Makes an empty block.
  public init() {}

  /// The number of runners, non-runners included.
  public var count: Int { raceID.count }
}
