import APICore

/// A message of a ticket.
public struct MessageDto: Codable, Hashable, Identifiable, Sendable {
  /// The message's id.
  public let id: String
  /// The ticket's id; empty where the service tells none.
  public let ticketId: String
  /// The author.
  public let sender: SenderDto
  /// The text.
  public let content: String
  /// Whether it was read.
  public let isRead: Bool
  /// When it was sent, as the service writes it.
  public let timestamp: String
  /// The URLs of attached files; nil for none.
  public let attachments: [String]?

  /// Makes a message.
  public init(
    id: String, ticketId: String, sender: SenderDto, content: String, isRead: Bool,
    timestamp: String, attachments: [String]? = nil
  ) {
    self.id = id
    self.ticketId = ticketId
    self.sender = sender
    self.content = content
    self.isRead = isRead
    self.timestamp = timestamp
    self.attachments = attachments
  }

  /// Reads an object that has an id at least; ids may be numbers.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: AnyName.self)
    let files = try fields.decodeIfPresent([FileLink].self, forKey: "attachments")
    self.init(
      id: try fields.requiredText("id"), ticketId: try fields.text("ticketId") ?? "",
      sender: try fields.decodeIfPresent(SenderDto.self, forKey: "sender") ?? SenderDto(name: ""),
      content: try fields.text("content") ?? "", isRead: try fields.flag("isRead") ?? false,
      timestamp: try fields.text("timestamp") ?? "", attachments: files?.map(\.url))
  }

  /// A URL, or an object with one.
  private struct FileLink: Decodable {
    let url: String

    init(from decoder: any Decoder) throws {
      if let url = try? decoder.singleValueContainer().decode(String.self) {
        self.url = url
      } else {
        url = try decoder.container(keyedBy: AnyName.self).requiredText("url")
      }
    }
  }

  /// When it was sent, in UTC where no zone is told; nil where the timestamp is no date.
  public var date: APIDate? { APIDate(timestamp) }
}

extension Sequence<MessageDto> {
  /// Number of messages of others that were not read.
  public var unreadCount: Int {
    reduce(0) { $0 + ($1.isRead || $1.sender.isCustomer ? 0 : 1) }
  }
}
