import ColumnStore
import Columns
import Racing
import StoreTables

/// Fields of rows during an import that no table of the store has.
extension Field {
  /// The margin to the horse in front, for sums of lengths behind the winner.
  package static let margin = Field("margin", .micros)
  /// The text that orders the races of a course and day, by the mapping.
  package static let offOrder = Field("off_order", .text)
  /// The second moment of an off time that the clock shows twice.
  package static let otherOff = Field("other_off", .instant)
  /// The facts that distinguish two races of one key when dividends are assigned to their race.
  package static let ofDividendRaces = RacingTables.raceFields.filter {
    ["course", "country"].contains($0.name)
  }
  /// The mark of an off time whose half of the day follows no country's hours.
  package static let openHalf = Field("open_half", .boolean)
  /// The fields that identify a race and that no table of the store has.
  package static let ofRaceIdentity = [offOrder, otherOff, openHalf]
}

extension Field {
  /// Whether it holds keys, not names for people.
  package var isIdentifier: Bool {
    if self == RacingTables.raceID || self == SeasonTables.transactionKey { return true }
    guard case .coded(let dictionary) = type else { return false }
    return Self.keyDictionaries.contains(dictionary)
  }

  /// Whether it holds names of horses, people or courses, which are compared in one form.
  package var isName: Bool {
    guard case .coded(let dictionary) = type else { return false }
    return Self.nameDictionaries.contains(dictionary)
  }

  // MARK: - Implementation

  /// The dictionaries of names of horses, people and courses.
  private static let nameDictionaries = Set(NameAliases.roles + ["dam", "damsire"])

  /// The dictionaries of keys.
  private static let keyDictionaries: Set = [
    "horse_id", "runner_id", "promo_id", "sport_event_id", "market_id", "outcome_id", "tipster_id",
    "template_id", "news_id", "bet_key", "subject_key", "game_id", "batch_id", "session_hash",
    "ticket_id", "message_id", "sender_hash",
  ]
}
