import Columns
import RacingImport

/// All feeds, for those who read journals of any of them.
enum Feeds {
  static let all: [any Feed.Type] = [
    RacingFetch.self, PointsFetch.self, PromotionsFetch.self, BettingFetch.self,
    SupportFetch.self,
  ]

  /// The feed of lines that name no API: the only one when they were written.
  static let first: any Feed.Type = RacingFetch.self

  /// The feed of an API.
  static func of(_ api: String) -> any Feed.Type { all.first { $0.api == api } ?? first }

  /// Whether a file was read as a journal, and not as a part of one.
  static func isJournal(_ imported: ImportedFile) -> Bool {
    all.contains { feed in
      feed.mapping == imported.mapping
        && feed.journals.contains { $0.tables.first == imported.table }
    }
  }
}

/// A file of answers, and the tables of the feed's mapping that read it.
struct FeedJournal {
  /// Its name among the feed's journals; nil where it is the only one.
  let name: String?
  /// The tables; the first one's import is that of the answers themselves.
  let tables: [String]
}
