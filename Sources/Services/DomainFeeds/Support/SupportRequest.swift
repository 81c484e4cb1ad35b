import APICore
import ChatistSDK
import Foundation

/// A request of a fetch of tickets.
struct SupportRequest: FeedRequest {
  enum Kind: Hashable {
    /// The list of tickets, each with its last message.
    case list
    /// A ticket with all of its messages.
    case ticket(ListedTicket)
  }

  let kind: Kind
  let desk: SupportDesk

  static func == (left: SupportRequest, right: SupportRequest) -> Bool {
    left.kind == right.kind && left.desk === right.desk
  }

  func hash(into hasher: inout Hasher) { hasher.combine(kind) }

  var call: APICall {
    switch kind {
    case .list: desk.table.call(.getTickets)
    case .ticket(let ticket): desk.table.call(.getTicket, id: ticket.id)
    }
  }

  /// The path, with a hash in place of a ticket's id; the list's path is followed by the customer's
  /// hash, because the service answers each customer differently.
  var text: String {
    switch kind {
    case .list: desk.table.call(.getTickets).path + "#" + desk.subject
    case .ticket(let ticket): ticket.text
    }
  }

  var stage: String { kind == .list ? "list of tickets" : "tickets" }

  /// Nil: there is only one journal.
  var journal: String? { nil }

  /// The list may be inside an object; a ticket may be deleted after it was listed, and its refusal
  /// may repeat its id.
  var rules: AnswerRules {
    kind == .list
      ? AnswerRules(
        form: .either, expected: "a list of tickets", empty: ChatistTable.emptyList,
        listsOthers: true)
      : AnswerRules(
        form: .object, expected: "a ticket", empty: [.null, .emptyObject], mayBeAbsent: true,
        quotesService: desk.includesTexts)
  }

  /// Returns the kept part of an answer; stores the tickets of a list in ``desk``.
  func read(_ body: AnswerBody, into entry: inout JournalEntry) -> BodyFindings {
    do throws(JSONFailure) {
      let rows =
        switch kind {
        case .list: try list(body.data)
        case .ticket(let listed): try ticket(body.data, listed)
        }
      guard let rows else { return BodyFindings(mistake: "another ticket") }
      if case .ticket(let listed) = kind {
        entry.details = [listed.preview] + (desk.includesTexts ? [SupportFetch.textsMark] : [])
      }
      return BodyFindings(oddities: rows.oddities, kept: Data(rows.kept.json.utf8))
    } catch {
      // The reason may quote the body.
      let reason = desk.includesTexts ? error.reason : error.unquotedReason
      let failure = JSONFailure(index: error.index, path: error.path, reason: reason)
      return BodyFindings(mistake: "\(failure)")
    }
  }

  // MARK: - Implementation

  private func list(_ body: Data) throws(JSONFailure) -> SupportRows {
    let list = try LossyList<TicketPreviewDto>(
      try desk.table.read(body), under: desk.table.listMembers)
    if list.elements.isEmpty, let first = list.rejected.first { throw first }
    // A ticket that is listed twice is requested as first listed.
    var seen: Set<TicketID> = []
    let tickets = list.elements.filter { seen.insert($0.id).inserted }.map { preview in
      ListedTicket(
        id: preview.id,
        text: desk.table.call(.getTicket, id: desk.names.ticket(preview.id)).path,
        preview: desk.names.preview(preview), showsNews: preview.hasLastMessage)
    }
    desk.note(tickets)
    return SupportRows(
      of: tickets, rejected: list.rejected, omitted: list.omitted, by: desk)
  }

  /// Returns the rows of a ticket; nil if the body is another ticket than the requested one.
  private func ticket(_ body: Data, _ listed: ListedTicket) throws(JSONFailure) -> SupportRows? {
    let (ticket, omitted) = try JSONDecoder().reading(
      TicketDto.self, of: try desk.table.read(body))
    guard ticket.id == listed.id else { return nil }
    return SupportRows(of: ticket, preview: listed.preview, omitted: omitted, by: desk)
  }
}
