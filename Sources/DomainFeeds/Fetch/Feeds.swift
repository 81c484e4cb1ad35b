import Columns
import RacingImport

/// The list of all feeds, for readers of their journals.
enum Feeds {
  static let all: [any Feed.Type] = [
    RacingFetch.self, PointsFetch.self, PromotionsFetch.self, BettingFetch.self,
    SupportFetch.self,
  ]

  /// The feed of lines without an API's name: the only feed at that time.
  static let first: any Feed.Type = RacingFetch.self

  /// Returns the feed of an API.
  static func of(_ api: String) -> any Feed.Type { all.first { $0.api == api } ?? first }

  /// Whether a file was imported as a whole journal.
  static func isJournal(_ imported: ImportedFile) -> Bool {
    all.contains { feed in
      feed.mapping == imported.mapping
        && feed.journals.contains { $0.tables.first == imported.table }
    }
  }
}

/// A file of answers, and the tables that the feed's mapping fills from it.
struct FeedJournal {
  /// Its name among the feed's journals; nil for the only one.
  let name: String?
  /// The tables; the answers themselves belong to the first one's import.
  let tables: [String]
}
