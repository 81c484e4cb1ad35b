import Foundation
import Synchronization

/// A list of tickets for a screen, without the screen.
public final class TicketList: Sendable {
  private struct State {
    var tickets: [TicketPreviewDto] = []
    var loadCount = 0
    var errorMessage: String?
  }

  private let client: APIClient
  private let state = Mutex(State())

  /// Makes an empty list.
  public init(_ client: APIClient = .shared) { self.client = client }

  /// The tickets of the last load.
  public var tickets: [TicketPreviewDto] { state.withLock { $0.tickets } }

  /// Whether the tickets are being loaded.
  public var isLoading: Bool { state.withLock { $0.loadCount > 0 } }

  /// The error of the last load; nil if it succeeded.
  public var errorMessage: String? { state.withLock { $0.errorMessage } }

  /// Clears the error, as its alert does.
  public func dismissError() { state.withLock { $0.errorMessage = nil } }

  /// Loads the tickets; after a failure the previous ones stay.
  public func loadTickets() async {
    state.withLock { $0.loadCount += 1 }
    defer { state.withLock { $0.loadCount -= 1 } }
    do {
      let tickets = try await client.getTickets()
      state.withLock { ($0.tickets, $0.errorMessage) = (tickets, nil) }
    } catch {
      state.withLock {
        $0.errorMessage = "Failed to load tickets: \(error.localizedDescription)"
      }
    }
  }

  /// Loads the tickets again.
  public func refresh() async { await loadTickets() }
}

/// A ticket in a list as one line of text.
public struct TicketRow: Sendable {
  /// The ticket.
  public let ticket: TicketPreviewDto

  /// Takes a ticket.
  public init(ticket: TicketPreviewDto) { self.ticket = ticket }

  /// Id, state, and the author and beginning of the last message, without line breaks and control
  /// characters.
  public var text: String {
    let message = ticket.lastMessage
    let words = ticket.hasLastMessage ? "  \(message.sender.name): \(message.content)" : ""
    let line = "\(ticket.id)  \(ticket.state)" + words
    let plain = line.unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : Character($0)
    }
    return plain.count > 120 ? String(plain.prefix(119)) + "…" : String(plain)
  }
}
