import APICore
import ChatistSDK
import ColumnStore
import Columns
import Foundation
import SystemFiles

/// Names tickets, messages and people by salted hashes, so that a store does not reveal them.
///
/// The salt is in `STORE/fetch/chatist.salt`, readable by its owner only, and is never exported.
/// Hashes do not depend on whether texts are kept.
struct SupportNames: Sendable {
  /// The kinds of senders and agents: these words are no names.
  private static let kinds: Set = ["customer", "ai agent", "human agent", "system"]

  private let salt: Data
  /// The store's hashes: ids with equal values share one, made from any of their spellings.
  private let stored: StoredHashes

  /// Reads the store's salt; makes it if the store has no tickets yet.
  ///
  /// - Parameter store: The store's folder.
  /// - Throws: ``FetchError`` if it is damaged, lost, or can be neither read nor made.
  init(store: String) throws(FetchError) {
    salt = try StoreSalt.read(store: store, api: ChatistService.api, of: "tickets")
    stored = StoredHashes(
      store: store, tables: ["tickets", "ticket_messages"],
      dictionaries: ["ticket_id", "message_id", "subject_key", "sender_hash"])
  }

  /// Returns the hash of a customer's id; nil, for a fetch without a customer, counts as empty.
  func subject(_ customerID: String?) -> String { hash("subject", ofIDs: [customerID ?? ""]) }

  func ticket(_ id: TicketID) -> String { hash("ticket", ofIDs: [id]) }

  /// Returns the hash of a message; its id may repeat in other tickets.
  func message(_ id: String, of ticket: TicketID) -> String {
    hash("message", ofIDs: [ticket, id])
  }

  /// Returns the hash of a message's author; nil if the service gives neither name nor kind.
  func sender(_ sender: SenderDto) -> String? {
    let own = sender.extras["id"]?.text ?? sender.name
    guard !own.isEmpty || sender.type != nil else { return nil }
    return hash("sender", [kind(sender) ?? ""], ofIDs: [own])
  }

  /// Returns the kind of a sender, such as `ai agent`.
  func kind(_ sender: SenderDto) -> String? {
    sender.type.flatMap { $0.isEmpty ? nil : $0.lowercased() }
  }

  /// Returns the kind of a ticket's agent, or the hash of the name; nil if there is no agent.
  func assignee(of ticket: TicketDto) -> String? {
    if let kind = kind(SenderDto(name: "", type: ticket.assigneeType)) { return kind }
    let word = ticket.assignee.lowercased()
    if Self.kinds.contains(word) { return word }
    return ticket.assignee.isEmpty ? nil : hash("assignee", [ticket.assignee])
  }

  /// Returns a hash of a ticket's entry in the list, which changes with the entry.
  func preview(_ ticket: TicketPreviewDto) -> String {
    let last = ticket.lastMessage
    return hash(
      "preview",
      [
        ticket.state, ticket.extras["assignee"]?.json ?? "", last.id, last.timestamp,
        "\(last.isRead)",
      ])
  }

  /// Returns a hash of several texts, which changes with any of them.
  func digest(_ texts: [String]) -> String { hash("digest", texts) }

  // MARK: - Implementation

  /// Returns the hash of ids: the stored one of any spelling, otherwise the hash of their values.
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
    // The lengths keep two different lists of texts apart.
    for text in texts { bytes += Data("\0\(text.utf8.count)\0\(text)".utf8) }
    return String(Checksum.hex(of: bytes).prefix(32))
  }
}
