import Foundation

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

/// The checksum CRC-32 of gzip and zip.
/// - Source: ISO 3309; RFC 1952, §8.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1
    }
  }

  /// Returns the checksum in eight hexadecimal digits.
  static func text(of bytes: Data) -> String {
    let table = table
    var sum = UInt32.max
    for byte in [UInt8](bytes) {
      sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
    }
    let digits = String(~sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
