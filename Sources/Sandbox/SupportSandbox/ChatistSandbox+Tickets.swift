import APICore
import Foundation
import SandboxCore

extension ChatistSandbox {
  /// Answers `GET /tickets`: the customer's tickets, the one with the latest message first.
  func tickets(_ request: HTTPRequest) throws(ChatRefusal) -> HTTPResponse {
    let wire = ChatWire(settings, rota, request)
    let asking = customer(of: request)
    return try calling { book, _ throws(SandboxError) in
      var previews: [WireJSON] = []
      if let customer = try book.customer(asking) {
        for (ticket, last) in try book.tickets(of: customer) {
          previews.append(try wire.preview(ticket, last, book))
        }
      }
      return HTTPResponse(json: .list(previews))
    }
  }

  /// Answers `GET /tickets/{id}`; other customers' tickets are not found.
  func ticket(_ id: String, _ request: HTTPRequest) throws(ChatRefusal) -> HTTPResponse {
    let wire = ChatWire(settings, rota, request)
    let asking = customer(of: request)
    return try calling { book, _ throws(SandboxError) -> Result<HTTPResponse, ChatRefusal> in
      guard let ticket = try found(id, of: asking, book) else { return .failure(unknown(id)) }
      return .success(HTTPResponse(json: try wire.ticket(ticket, book)))
    }.get()
  }

  /// Answers `POST /tickets`.
  func createTicket(_ request: HTTPRequest) throws(ChatRefusal) -> HTTPResponse {
    let form = try ChatForm(request, limit: settings.attachmentLimit)
    let text = try form.required("message")
    let channel = try form.required("channel")
    let device = form.members(of: "deviceInfo").mapValues { JSONValue.string($0) }
    guard !device.isEmpty else { throw ChatRefusal(422, "The deviceInfo field is required.") }
    let wire = ChatWire(settings, rota, request)
    let asking = customer(of: request)
    return try calling { book, now throws(SandboxError) in
      var ticket = ChatTicket(
        id: try book.nextTicket(), customer: try book.addedCustomer(asking), channel: channel,
        device: JSONValue.object(device).json, createdAt: now)
      try add(text, form, to: &ticket, request, book, at: now)
      return HTTPResponse(status: 201, json: try wire.ticket(ticket, book))
    }
  }

  /// Answers `POST /tickets/{id}/messages`; a message reopens a closed ticket.
  func sendMessage(_ id: String, _ request: HTTPRequest) throws(ChatRefusal) -> HTTPResponse {
    let form = try ChatForm(request, limit: settings.attachmentLimit)
    let text = form.attachments.isEmpty ? try form.required("message") : form["message"] ?? ""
    let wire = ChatWire(settings, rota, request)
    let asking = customer(of: request)
    return try calling { book, now throws(SandboxError) -> Result<HTTPResponse, ChatRefusal> in
      guard var ticket = try found(id, of: asking, book) else { return .failure(unknown(id)) }
      let message = try add(text, form, to: &ticket, request, book, at: now)
      return .success(
        HTTPResponse(status: 201, json: try wire.message(message, of: ticket, book)))
    }.get()
  }

  /// Answers `GET /attachments/{word}/{name}`: the bytes as they were sent.
  func attachment(_ word: String) throws(ChatRefusal) -> HTTPResponse {
    let found = try calling { book, _ throws(SandboxError) in try book.attachment(word) }
    guard let found else { throw ChatRefusal(404, "No such attachment.") }
    return HTTPResponse(
      status: 200, headers: ["Content-Type": found.mimeType], body: found.bytes)
  }

  /// Returns the customer that a request names.
  func customer(of request: HTTPRequest) -> String {
    let sent = request.headers[settings.customerHeader] ?? ""
    return sent.isEmpty ? ChatistSettings.standardCustomer : sent
  }

  // MARK: - Implementation

  private func found(
    _ id: String, of customer: String, _ book: BookStatements
  ) throws(SandboxError) -> ChatTicket? {
    guard let number = ChatWire.ticket(id: id), let customer = try book.customer(customer) else {
      return nil
    }
    return try book.ticket(number, of: customer)
  }

  private func unknown(_ id: String) -> ChatRefusal {
    ChatRefusal(404, "\(id): no such ticket.")
  }

  @discardableResult
  private func add(
    _ text: String, _ form: ChatForm, to ticket: inout ChatTicket, _ request: HTTPRequest,
    _ book: BookStatements, at now: Int64
  ) throws(SandboxError) -> ChatMessage {
    var message = ChatMessage(
      sender: .customer, content: text, at: now, reference: request.headers["Idempotency-Key"],
      attachmentCount: form.attachments.count)
    ticket.write(message, rota)
    try book.keep(&ticket)
    message.id = ticket.lastMessage
    try book.add(form.attachments, to: message.id, seed: settings.seed)
    return message
  }
}
