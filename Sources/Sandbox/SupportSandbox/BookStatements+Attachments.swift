import Foundation
import SandboxCore
import TabularFiles

/// A file sent with a message.
struct ChatAttachment {
  let name: String
  let mimeType: String
  let bytes: Data
}

extension BookStatements {
  /// Adds the files of a message.
  func add(
    _ attachments: [ChatAttachment], to message: Int64, seed: UInt64
  ) throws(SandboxError) {
    for attachment in attachments {
      let number: Int = try row("SELECT COALESCE(MAX(id), 0) + 1 FROM attachments")?[0] ?? 1
      try run(
        "INSERT INTO attachments VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
          number, message, SeededDraw(seed, 44, number).word(24), attachment.name,
          attachment.mimeType, attachment.bytes.count, CRC32.text(of: attachment.bytes),
          // Our cells hold only texts and numbers.
          attachment.bytes.base64EncodedString(),
        ])
    }
  }

  /// Returns the file of a secret word; nil for an unknown word.
  func attachment(_ word: String) throws(SandboxError) -> ChatAttachment? {
    let row = try row("SELECT name, mime_type, bytes FROM attachments WHERE word = ?", [word])
    return row.map { row in
      ChatAttachment(
        name: row["name"], mimeType: row["mime_type"],
        bytes: Data(base64Encoded: row["bytes"] as String) ?? Data())
    }
  }

  /// Returns the paths that serve a message's files.
  func attachmentPaths(of message: ChatMessage) throws(SandboxError) -> [String] {
    guard message.attachmentCount > 0 else { return [] }
    return try rows(
      "SELECT word, name FROM attachments WHERE message = ? ORDER BY id", [message.id]
    ).map { ChatWire.path(word: $0["word"], name: $0["name"]) }
  }
}
