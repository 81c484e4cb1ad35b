import GRDB

/// The SQLite library that keeps a sandbox's state.
public enum SQLiteVersion {
  /// Such as `3.40.1`; nil where it tells none.
  public static func text() -> String? {
    guard let queue = try? DatabaseQueue() else { return nil }
    return try? queue.read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
  }
}
