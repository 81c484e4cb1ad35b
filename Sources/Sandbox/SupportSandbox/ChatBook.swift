import SandboxCore

/// The tables of a support service's book.
///
/// If you change a table, raise the version.
enum ChatBook {
  /// The moment of the first branding.
  private static let firstBranding: Int64 = 1_735_732_800_000_000  // 2025-01-01 12:00:00

  /// Opens a book, or creates one with a branding and no tickets.
  static func open(_ settings: ChatistSettings) throws(SandboxError) -> StateBook {
    try StateBook(
      settings.stateFile, StateBook.Layout(version: 3_001, tables: tables)
    ) { book throws(SandboxError) in
      try book.addBranding(at: firstBranding)
    }
  }

  // MARK: - Implementation

  private static let tables = [
    """
    CREATE TABLE chat_clock (at INTEGER NOT NULL)
    """,
    """
    CREATE TABLE brandings (id INTEGER PRIMARY KEY, updated_at INTEGER NOT NULL)
    """,
    """
    CREATE TABLE customers (
      id INTEGER PRIMARY KEY, customer TEXT NOT NULL UNIQUE, email TEXT, original_id TEXT,
      device_original_id TEXT, device_token TEXT, updated_at INTEGER)
    """,
    """
    CREATE TABLE tickets (
      id INTEGER PRIMARY KEY, customer INTEGER NOT NULL, channel TEXT NOT NULL,
      device TEXT NOT NULL, created_at INTEGER NOT NULL, assignee TEXT NOT NULL,
      closed_at INTEGER, round INTEGER NOT NULL, answer_count INTEGER NOT NULL,
      message_count INTEGER NOT NULL, last_message INTEGER NOT NULL,
      last_from_customer INTEGER NOT NULL, last_from_agent INTEGER NOT NULL,
      pending TEXT NOT NULL, next_at INTEGER)
    """,
    """
    CREATE INDEX tickets_of_customer ON tickets (customer, last_message)
    """,
    """
    CREATE INDEX tickets_due ON tickets (next_at) WHERE next_at IS NOT NULL
    """,
    """
    CREATE TABLE messages (
      id INTEGER PRIMARY KEY, ticket INTEGER NOT NULL, sender TEXT NOT NULL,
      content TEXT NOT NULL, at INTEGER NOT NULL, reference TEXT,
      attachment_count INTEGER NOT NULL)
    """,
    """
    CREATE INDEX messages_of_ticket ON messages (ticket, id)
    """,
    """
    CREATE TABLE attachments (
      id INTEGER PRIMARY KEY, message INTEGER NOT NULL, word TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL, mime_type TEXT NOT NULL, size INTEGER NOT NULL, crc32 TEXT NOT NULL,
      bytes TEXT NOT NULL)
    """,
    """
    CREATE INDEX attachments_of_message ON attachments (message, id)
    """,
  ]
}
