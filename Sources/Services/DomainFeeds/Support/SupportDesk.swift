import ChatistSDK
import Synchronization

/// A ticket of the service's list.
struct ListedTicket: Hashable, Sendable {
  /// The service's id, which stands in no file and no message.
  let id: TicketID
  /// The text of the request for it.
  let text: String
  /// Its entry in the list, as one hash.
  let preview: String
  /// Whether the entry names a last message: without one the list shows nothing of a new one.
  let showsNews: Bool
}

/// The part that a fetch of tickets knows in this process alone, and its rules.
///
/// No file has the ids that tickets are asked for by: they are those of the list that this process
/// has asked for.
final class SupportDesk: Sendable {
  let table: ChatistTable
  let names: SupportNames
  /// Whether texts and the service's ids are kept.
  let includesTexts: Bool
  /// The customer who asks, as a salted hash.
  let subject: String
  private let list = Mutex<[ListedTicket]>([])

  init(_ settings: ChatistServiceSettings, _ names: SupportNames, includesTexts: Bool) {
    table = settings.table
    self.names = names
    self.includesTexts = includesTexts
    subject = names.subject(settings.customerID)
  }

  /// The tickets of the service's list, in its order; none before it was asked for.
  var tickets: [ListedTicket] { list.withLock { $0 } }

  /// Notes the service's list.
  func note(_ tickets: [ListedTicket]) { list.withLock { $0 = tickets } }
}
