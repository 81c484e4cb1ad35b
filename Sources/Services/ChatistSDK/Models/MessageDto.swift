import APICore

/// A message of a ticket.
public struct MessageDto: Codable, Hashable, Identifiable, Sendable {
  /// The message's id.
  public let id: String
  /// The ticket's id; empty if the service omits it.
  public let ticketId: String
  /// The author.
  public let sender: SenderDto
  /// The text.
  public let content: String
  /// Whether it was read.
  public let isRead: Bool
  /// The time of sending, in the service's form.
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

  /// No message: a placeholder without id, author and text.
  public static let none = MessageDto(
    id: "", ticketId: "", sender: SenderDto(name: ""), content: "", isRead: false, timestamp: "")

  /// Reads an object that has at least an id; ids may be numbers.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: AnyName.self)
    let files = try fields.elements(FileLink.self, "attachments", decoder)
    self.init(
      id: try fields.requiredText("id"), ticketId: try fields.text("ticketId") ?? "",
      sender: try fields.decodeIfPresent(SenderDto.self, forKey: "sender") ?? SenderDto(name: ""),
      content: try fields.text("content") ?? "", isRead: try fields.flag("isRead") ?? false,
      timestamp: try fields.text("timestamp") ?? "", attachments: files?.map(\.url))
  }

  /// A URL, or an object with one.
  private struct FileLink: Decodable, Sendable {
    let url: String

    init(from decoder: any Decoder) throws {
      if let url = try? decoder.singleValueContainer().decode(String.self) {
        self.url = url
      } else {
        url = try decoder.container(keyedBy: AnyName.self).requiredText("url")
      }
    }
  }

  /// The time of sending, in UTC if no zone is given; nil if the timestamp is no date.
  public var date: APIDate? { APIDate(timestamp) }
}

extension Sequence<MessageDto> {
  /// The number of unread messages by others than the customer.
  public var unreadCount: Int {
    reduce(0) { $0 + ($1.isRead || $1.sender.isCustomer ? 0 : 1) }
  }
}
