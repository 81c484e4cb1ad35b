import Columns
import StoreImport

/// The list of all feeds, for readers of their journals.
enum Feeds {
  static let all: [any Feed.Type] = [
    RacingFetch.self, PointsFetch.self, PromotionsFetch.self, BettingFetch.self,
    SupportFetch.self,
  ]

  /// The feed of lines that name no API: the only feed when they were written.
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
