import Columns
import Racing
import StoreTables

/// Fields of rows that are being imported and that no table of the store has.
extension Field {
  /// The margin to the horse in front, for sums of lengths behind the winner.
  package static let margin = Field("margin", .micros)
  /// The text by which a mapping orders the races of a course and day.
  package static let offOrder = Field("off_order", .text)
  /// The second moment of an off time that the clock shows twice.
  package static let otherOff = Field("other_off", .instant)
  /// The facts that separate two races of one key when dividends look for theirs.
  package static let ofDividendRaces = RacingTables.raceFields.filter {
    ["course", "country"].contains($0.name)
  }
  /// The mark of an off time whose half of the day goes by the hours of no country.
  package static let openHalf = Field("open_half", .boolean)
  /// The fields that a race's identity needs and that no table of the store has.
  package static let ofRaceIdentity = [offOrder, otherOff, openHalf]
}

extension Field {
  /// Whether it holds keys, not names that people read.
  package var isIdentifier: Bool {
    if self == RacingTables.raceID || self == SeasonTables.transactionKey { return true }
    guard case .coded(let dictionary) = type else { return false }
    return Self.keyDictionaries.contains(dictionary)
  }

  // MARK: - Implementation

  /// The dictionaries of keys.
  private static let keyDictionaries: Set = [
    "horse_id", "runner_id", "promo_id", "sport_event_id", "market_id", "outcome_id", "tipster_id",
    "template_id", "news_id", "bet_key", "subject_key", "game_id", "batch_id", "session_hash",
    "ticket_id", "message_id", "sender_hash",
  ]
}
