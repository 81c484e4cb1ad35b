import TabularFiles

/// The rules for reading one kind of file of a source.
package struct TableMapping: Equatable, Sendable {
  /// The kind of row that a file's row becomes.
  package enum Target: String, CaseIterable, Sendable {
    /// A runner, its race's facts on the same row or joined to it.
    case runners
    /// The facts of a race, for the runners of the same call that have its race key.
    case races
    /// A declared dividend.
    case dividends
    /// No row: columns that other tables join.
    case lookup
    /// A points transaction.
    case points
    /// A report of a runner's membership.
    case roster
    /// A report of a reward.
    case rewards
    /// A report of a team's progress.
    case progress
    /// A report of a runner's points in a season.
    case runnerPoints = "runner_points"
    /// A report of a sportsbook's banner, card or story.
    case promoItems = "promo_items"
    /// A report of a section of a home template.
    case homeSections = "home_sections"
    /// A price.
    case oddsQuotes = "odds_quotes"
    /// A report of boosted odds.
    case oddsBoosts = "odds_boosts"
    /// A report of a tipster's pick.
    case tipsterPicks = "tipster_picks"
    /// A report of a news article.
    case newsItems = "news_items"
    /// A state of a bet.
    case bets
    /// The outcome of a bet's line.
    case betOutcomes = "bet_outcomes"
    /// A balance.
    case walletSnapshots = "wallet_snapshots"
    /// A step in the life of a session.
    case sessions
    /// A state of a support ticket.
    case tickets
    /// A state of a ticket's message.
    case ticketMessages = "ticket_messages"
    /// A bet of a log that `railbird settle` reads; no import takes it.
    case placedBets = "placed_bets"
  }

  /// The rule for rows of one file with the same key.
  package enum DuplicatePolicy: String, CaseIterable, Sendable {
    /// Rows that do not contradict each other become one; contradicting ones are refused.
    case merge
    /// The first row is kept.
    case first
    /// The last row is kept.
    case last
    /// All rows are refused.
    case reject
  }

  /// The kind of row that its rows become.
  package var feeds: Target
  /// Columns that distinguish this file from the source's others.
  package var recognisedBy: [String] = []
  /// The name of its files, where a `*` matches anything; nil for any name.
  public var named: String?
  /// The form of its CSV files.
  package var form = TextForm.standard
  /// The path of the rows in a JSON document.
  package var rows: String?
  /// The lists in its rows whose elements have names.
  package var lists: [RowPath.NamedList] = []
  /// The fields that distinguish the runners of a race, in order of precedence: the first in which
  /// both of two rows have a value decides.
  package var key: [String]?
  /// The rule for rows with the same key.
  package var duplicates = DuplicatePolicy.merge
  /// Whether a race may have several keys, as an exchange gives each of its markets a time.
  package var splitsRaces = false
  /// A list of fields; the file must have at least one of them.
  package var requiresOneOf: [String] = []
  /// Fields that have the same value on every row.
  package var constants: [String: String] = [:]
  /// Tables whose columns its rows take, in order.
  package var joins: [JoinMapping] = []
  /// The source of each field's value, including named prices.
  package var fields: [String: FieldMapping] = [:]
  /// The source of prices named after the text that the `*` in their columns' names matches.
  package var pricePattern: FieldMapping?
  /// Columns that are known but not read.
  package var leaves: [String] = []
  /// The reasons why such columns are not read, where the mapping states them.
  package var leavingReasons: [String: String] = [:]

  package init(
    feeds: Target
  ) {
    self.feeds = feeds
  }
}

/// Another table of the source: rows take its columns where some columns agree.
package struct JoinMapping: Equatable, Sendable {
  /// The other table; its columns are named `table.column`.
  package var table: String
  /// Columns of the row, and the columns of the other table that must have the same text.
  package var on: [(own: String, other: String)]
  /// The line of the join in the mapping, for messages.
  var line = 0

  /// Compares tables and columns.
  package static func == (left: JoinMapping, right: JoinMapping) -> Bool {
    left.table == right.table && left.on.map(\.own) == right.on.map(\.own)
      && left.on.map(\.other) == right.on.map(\.other)
  }
}

extension TableMapping {
  /// The key for a mapping that names none.
  package static let standardKey = ["horse_id", "horse", "number"]
}
