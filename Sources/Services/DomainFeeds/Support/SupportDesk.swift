import ChatistSDK
import Synchronization

/// A ticket of the service's list.
struct ListedTicket: Hashable, Sendable {
  /// The service's id, which no file and no message contains.
  let id: TicketID
  /// The text of the request for it.
  let text: String
  /// Its entry in the list, as one hash.
  let preview: String
  /// Whether the entry names a last message: an entry without one does not change with new
  /// messages.
  let showsNews: Bool
}

/// The facts that a fetch of tickets keeps in memory only, and its rules.
///
/// No file has the ids that requests for tickets need: they come from the list that this process
/// has fetched.
final class SupportDesk: Sendable {
  let table: ChatistTable
  let names: SupportNames
  /// Whether texts and the service's ids are kept.
  let includesTexts: Bool
  /// The customer of the fetch, as a salted hash.
  let subject: String
  private let list = Mutex<[ListedTicket]>([])

  init(_ settings: ChatistServiceSettings, _ names: SupportNames, includesTexts: Bool) {
    table = settings.table
    self.names = names
    self.includesTexts = includesTexts
    subject = names.subject(settings.customerID)
  }

  /// The tickets of the service's list, in its order; empty before the list is fetched.
  var tickets: [ListedTicket] { list.withLock { $0 } }

  /// Stores the tickets of the service's list.
  func note(_ tickets: [ListedTicket]) { list.withLock { $0 = tickets } }
}
