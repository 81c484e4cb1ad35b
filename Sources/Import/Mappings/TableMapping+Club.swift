import Columns
import Seasons
import YAMLText

extension TableMapping.Target {
  /// Whether its rows are of races, or complete such rows.
  package var isOfRacing: Bool {
    switch self {
    case .runners, .races, .dividends, .lookup: true
    default: false
    }
  }

  /// Whether its rows are a running club's: points, members and rewards.
  package var isOfClub: Bool {
    switch self {
    case .points, .roster, .rewards, .progress, .runnerPoints: true
    default: false
    }
  }

  /// Whether its rows are a betting service's: bets, balances and sessions.
  package var isOfBetting: Bool {
    switch self {
    case .bets, .betOutcomes, .walletSnapshots, .sessions: true
    default: false
    }
  }

  /// Whether its rows are a support service's: tickets and their messages.
  package var isOfSupport: Bool { self == .tickets || self == .ticketMessages }

  /// The fields that a row must have, or it is refused.
  package var neededFields: [String] {
    switch self {
    case .runners, .dividends: ["race_id", "date"]
    case .races: ["race_id"]
    case .lookup: []
    case .points: ["runner_id", "event_time", "points"]
    case .roster: ["runner_id"]
    case .rewards: ["reward_id", "season", "year", "point_threshold"]
    case .progress: ["season", "year", "team_total"]
    case .runnerPoints: ["runner_id", "season", "year", "points"]
    case .promoItems: ["kind", "item_id", "ingest_time"]
    case .homeSections: ["template_id", "position", "ingest_time", "fills_from"]
    case .oddsQuotes: ["event_id", "price_kind", "ingest_time", "price"]
    case .oddsBoosts: ["banner_id", "event_id", "ingest_time"]
    case .tipsterPicks:
      ["pick_id", "ingest_time", "tipster_id", "event_id", "market_name", "outcome_name", "odds"]
    case .newsItems: ["news_id", "ingest_time"]
    case .bets: ["bet_key", "ingest_time", "result"]
    case .betOutcomes: ["bet_key", "line", "ingest_time"]
    case .walletSnapshots: ["subject_key", "economy", "currency", "event_time", "balance"]
    case .sessions: ["session_hash", "event_time", "kind"]
    case .tickets: ["ticket_id", "ingest_time"]
    case .ticketMessages: ["message_id", "ticket_id", "ingest_time", "event_time"]
    case .placedBets: ["date", "kind", "rule_book"]
    }
  }
}

extension Mapping {
  /// Returns the time zone of times without one; nil for UTC.
  package func zone(of target: TableMapping.Target) -> String? {
    zone ?? (target.isOfClub ? SeasonYear.clubZone : nil)
  }

  /// Checks that the file, a constant or a default has the fields that rows of reports need.
  func checkReports(_ places: [(name: String, value: YAMLValue)]) throws(YAMLError) {
    for (name, value) in places {
      let table = tables[name]!
      guard !table.feeds.isOfRacing else { continue }
      for field in table.feeds.neededFields {
        try table.need(field, value, elsewhere: defaults[field] != nil)
      }
      guard table.key == nil else {
        throw value.mistake(
          found: "a key in a table of \(table.feeds.rawValue)",
          expected: "no key: its rows have a fixed one")
      }
    }
  }
}

extension TableMapping {
  /// Returns the table with a time zone for the times without one.
  func zoned(_ zone: String?) -> TableMapping {
    var zoned = self
    for field in targetFields where field.type == .instant && fields[field.name]?.zone == nil {
      zoned.fields[field.name]?.zone = zone
    }
    return zoned
  }
}
