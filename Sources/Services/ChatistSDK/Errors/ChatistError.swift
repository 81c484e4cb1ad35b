import Foundation

/// A failure of the client itself: the service received no complete request, or none at all.
public enum ChatistError: Error, Equatable, Sendable {
  /// No API key is set.
  case noKey
  /// An unusable setting: place, what was found, and what was expected.
  case invalidSetting(String)
  /// An attachment has more bytes than ``ChatistServiceSettings/attachmentLimit``.
  case attachmentTooLarge(name: String, size: Int, limit: Int)
  /// An attachment's file cannot be read, or changed while it was being sent.
  case unreadableAttachment(name: String, reason: String)
  /// The file of delivered messages cannot be read or written.
  case unusableBookmark(path: String, reason: String)
}

extension ChatistError: LocalizedError, CustomStringConvertible {
  /// The text for users.
  public var errorDescription: String? { description }

  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .noKey:
      "API key: found none; expected one in CHATIST_API_KEY or in ChatistServiceSettings.key"
    case .invalidSetting(let text): text
    case .attachmentTooLarge(let name, let size, let limit):
      "attachment \(name): found \(size) bytes; expected at most \(limit)"
    case .unreadableAttachment(let name, let reason):
      "attachment \(name): found \(reason); expected a file that does not change until it is sent"
    case .unusableBookmark(let path, let reason):
      "\(path): found \(reason); expected the messages handed over so far"
    }
  }
}
