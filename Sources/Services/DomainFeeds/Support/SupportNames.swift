import APICore
import ChatistSDK
import ColumnStore
import Columns
import Foundation
import SystemFiles

/// Names tickets, messages and people by salted hashes, so that nobody can tell them from a store.
///
/// The salt is in `STORE/fetch/chatist.salt`, for its owner alone, and is never exported. Names do
/// not depend on whether texts are kept.
struct SupportNames: Sendable {
  /// The kinds of senders and agents that are no names.
  private static let kinds: Set = ["customer", "ai agent", "human agent", "system"]

  private let salt: Data
  /// The hashes of the store: ids that are one by value have one, whatever spelling it was made of.
  private let stored: StoredHashes

  /// Takes a store's salt; makes it where the store has no tickets yet.
  ///
  /// - Parameter store: The store's folder.
  /// - Throws: ``FetchError`` where it is damaged, lost, or can be neither read nor made.
  init(store: String) throws(FetchError) {
    salt = try StoreSalt.read(store: store, api: ChatistService.api, of: "tickets")
    stored = StoredHashes(
      store: store, tables: ["tickets", "ticket_messages"],
      dictionaries: ["ticket_id", "message_id", "subject_key", "sender_hash"])
  }

  /// The customer of an id; nil of whoever asks without one.
  func subject(_ customerID: String?) -> String { hash("subject", ofIDs: [customerID ?? ""]) }

  func ticket(_ id: TicketID) -> String { hash("ticket", ofIDs: [id]) }

  /// Ids of messages need not differ from ticket to ticket.
  func message(_ id: String, of ticket: TicketID) -> String {
    hash("message", ofIDs: [ticket, id])
  }

  /// The author of a message; nil where the service tells neither name nor kind.
  func sender(_ sender: SenderDto) -> String? {
    let own = sender.extras["id"]?.text ?? sender.name
    guard !own.isEmpty || sender.type != nil else { return nil }
    return hash("sender", [kind(sender) ?? ""], ofIDs: [own])
  }

  /// The kind of a sender, such as `ai agent`.
  func kind(_ sender: SenderDto) -> String? {
    sender.type.flatMap { $0.isEmpty ? nil : $0.lowercased() }
  }

  /// The kind of a ticket's agent, or a name hashed; nil where there is no agent.
  func assignee(of ticket: TicketDto) -> String? {
    if let kind = kind(SenderDto(name: "", type: ticket.assigneeType)) { return kind }
    let told = ticket.assignee.lowercased()
    if Self.kinds.contains(told) { return told }
    return ticket.assignee.isEmpty ? nil : hash("assignee", [ticket.assignee])
  }

  /// Returns a ticket's entry in the list as one text, which changes with it.
  func preview(_ ticket: TicketPreviewDto) -> String {
    let last = ticket.lastMessage
    return hash(
      "preview",
      [
        ticket.state, ticket.extras["assignee"]?.json ?? "", last.id, last.timestamp,
        "\(last.isRead)",
      ])
  }

  /// A text of several that changes with any of them.
  func digest(_ texts: [String]) -> String { hash("digest", texts) }

  // MARK: - Implementation

  /// Returns the hash of ids: the stored one of any spelling, else that of their values.
  private func hash(_ purpose: String, _ texts: [String] = [], ofIDs ids: [String]) -> String {
    let spellings = ids.map(IdentifierValue.spellings)
    let count = spellings.map(\.count).max() ?? 1
    return stored.first(
      of: (0..<count).lazy.map { place in
        hash(purpose, texts + spellings.map { $0[min(place, $0.count - 1)] })
      })
  }

  private func hash(_ purpose: String, _ texts: [String]) -> String {
    var bytes = salt + Data(purpose.utf8)
    // With their lengths, so that no two lists of texts are one.
    for text in texts { bytes += Data("\0\(text.utf8.count)\0\(text)".utf8) }
    return String(Checksum.hex(of: bytes).prefix(32))
  }
}
