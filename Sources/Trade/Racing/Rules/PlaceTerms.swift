/// Place terms chosen by name: they hold for races of all countries.
public enum PlaceTerms: String, CaseIterable, Sendable {
  /// Great Britain and Ireland.
  case gb
  /// Hong Kong.
  case hk
  /// Australia.
  case au
  /// Japan.
  case jp
  /// France.
  case fr
  /// The American bet on the first two.
  case usPlace = "us-place"
  /// The American bet on the first three.
  case usShow = "us-show"

  /// The names, in the order of messages.
  public static let names = allCases.map(\.rawValue)

  /// The country whose lines of ``PlaceTable`` hold.
  public var country: String {
    switch self {
    case .gb: "GB"
    case .hk: "HK"
    case .au: "AU"
    case .jp: "JP"
    case .fr: "FR"
    case .usPlace, .usShow: "US"
    }
  }

  /// The kinds of bets whose lines hold: the first that the country has.
  var bets: [PlaceBet] {
    switch self {
    case .gb, .hk, .au, .jp, .fr: PlaceTable.reportedBets
    case .usPlace: [.place]
    case .usShow: [.show]
    }
  }
}
