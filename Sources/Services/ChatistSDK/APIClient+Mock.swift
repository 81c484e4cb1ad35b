#if DEBUG
  import Foundation

  extension APIClient {
    /// A client with fixed, invented answers, for previews and tests; it sends nothing.
    public static let mock = APIClient(
      getBranding: { $0 == Mock.branding.updatedAt ? nil : Mock.branding },
      createTicket: { data, attachments in
        let names = attachments?.map { "mock:" + $0.name }
        let message = Mock.message("message_1", "ticket_mock", data.message, names)
        return TicketDto(
          id: "ticket_mock", state: TicketState.open, assignee: Mock.agent, messages: [message])
      },
      getTicket: { id in
        guard let ticket = Mock.ticket(id) else { throw APIError.notFound }
        return ticket
      },
      getTickets: {
        ["ticket_123", "ticket_456"].compactMap { id in
          guard let ticket = Mock.ticket(id), let last = ticket.messages.last else { return nil }
          return TicketPreviewDto(id: id, state: ticket.state, lastMessage: last)
        }
      },
      sendMessage: { id, data in
        guard Mock.ticket(id) != nil else { throw APIError.notFound }
        return Mock.message(
          "message_3", id, data.message, data.attachments?.map { "mock:" + $0.name })
      },
      updateCustomer: { _ in }, updateDevice: { _ in })
  }

  /// The mock's answers.
  private enum Mock {
    static let agent = "Sam"
    static let branding = BrandingDto(
      primaryLight: "#0B5FFF", accentLight: "#FF8A00", chatBackgroundLight: "#FFFFFF",
      fontColorBasicLight: "#1A1A1A",
      moreColors: [
        "primaryDark": "#5C93FF", "accentDark": "#FFB155", "chatBackgroundDark": "#101418",
        "fontColorBasicDark": "#F2F2F2",
      ], updatedAt: "2025-01-01 12:00:00")

    static func message(
      _ id: String, _ ticket: TicketID, _ content: String, _ files: [String]? = nil
    ) -> MessageDto {
      MessageDto(
        id: id, ticketId: ticket, sender: SenderDto(name: "You", type: "customer"),
        content: content, isRead: true, timestamp: "2025-01-01 12:00:00", attachments: files)
    }

    static func ticket(_ id: TicketID) -> TicketDto? {
      guard ["ticket_123", "ticket_456"].contains(id) else { return nil }
      let isOpen = id == "ticket_123"
      let answer = MessageDto(
        id: "message_2", ticketId: id, sender: SenderDto(name: agent, type: "human agent"),
        content: "How can I help?", isRead: !isOpen, timestamp: "2025-01-01 12:05:00")
      return TicketDto(
        id: id, state: isOpen ? TicketState.open : TicketState.closed, assignee: agent,
        messages: [message("message_1", id, "I need help with my account"), answer])
    }
  }
#endif
