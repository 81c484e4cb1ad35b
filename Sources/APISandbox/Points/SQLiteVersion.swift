/// The SQLite library that keeps a sandbox's state.
public enum SQLiteVersion {
  /// Such as `3.40.1`.
  public static var text: String { SQLiteDatabase.version }
}
