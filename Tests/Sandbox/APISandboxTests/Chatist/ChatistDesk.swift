import APICore
import APISandbox
import Foundation
import Testing

/// The support service's sandbox, asked without a socket.
struct ChatistDesk {
  /// A Wednesday.
  static let start = "2026-01-07T10:00:00Z"
  static let order =
    #"{"message":"Help!","channel":"ios","deviceInfo":{"osVersion":"17.2","screenWidth":390}}"#

  let service: ChatistSandbox

  init(_ change: (inout ChatistSettings) -> Void = { _ in }) throws {
    var settings = ChatistSettings(seed: 3)
    change(&settings)
    service = try ChatistSandbox(settings)
  }

  /// A desk whose clock is stopped.
  static func standing(_ change: (inout ChatistSettings) -> Void = { _ in }) throws -> ChatistDesk {
    let desk = try ChatistDesk(change)
    try desk.go(to: start)
    return desk
  }

  /// Asks as the server does: a key that is not right is refused.
  func send(
    _ method: HTTPMethod, _ path: String, headers: HTTPHeaders = [:], body: Data? = nil,
    key: String? = ChatistSettings.standardKey, customer: String? = "c-1"
  ) throws -> HTTPResponse {
    let url = try #require(URL(string: "http://127.0.0.1:8080" + path))
    var headers = headers
    headers["x-api-key"] = key
    headers["x-customer-id"] = customer
    let request = HTTPRequest(method, url, headers: headers, body: body)
    if let response = service.control(request) { return response }
    return service.keyUse(of: request) == .right
      ? service.answer(request) : service.keyRefusal(of: request)
  }

  /// The JSON of an answer.
  func json(
    _ method: HTTPMethod, _ path: String, _ body: String? = nil, customer: String? = "c-1",
    status: Int = 200
  ) throws -> JSONValue {
    let response = try send(method, path, body: body.map { Data($0.utf8) }, customer: customer)
    try #require(response.status == status, "\(String(decoding: response.body, as: UTF8.self))")
    return try JSONValue(parsing: response.body)
  }

  /// Sends a form.
  func form(_ path: String, _ parts: [FormPart]) throws -> HTTPResponse {
    try send(
      .post, path, headers: ["Content-Type": "multipart/form-data; boundary=\(FormPart.boundary)"],
      body: FormPart.body(parts))
  }

  /// A new ticket's id.
  func open(customer: String = "c-1") throws -> String {
    let ticket = try json(.post, "/tickets", Self.order, customer: customer, status: 201)
    return try #require(ticket["id"]?.text)
  }

  /// The messages of a ticket, without those that are no objects.
  func messages(_ ticket: String) throws -> [JSONValue] {
    guard case .array(let list)? = try json(.get, "/tickets/" + ticket)["messages"] else {
      return []
    }
    return list
  }

  /// Moves the clock.
  func go(to moment: String) throws {
    try #require(try send(.post, "/sandbox/chatist/clock?at=\(moment)").status == 200)
  }

  /// A table of the truth, a dictionary per line.
  func truth(_ table: ChatistTruth) throws -> [[String: String]] {
    let response = try send(.get, "/sandbox/chatist/\(table.rawValue)")
    try #require(response.status == 200)
    return TruthRows(String(decoding: response.body, as: UTF8.self)).rows
  }
}

/// A part of a form, written by the test's own rules.
struct FormPart {
  static let boundary = "xYzZY"

  let head: String
  let bytes: Data

  static func field(_ name: String, _ text: String) -> FormPart {
    FormPart(
      head: "Content-Disposition: form-data; name=\"\(name)\"\r\n", bytes: Data(text.utf8))
  }

  static func file(_ name: String, _ bytes: Data, key: String = "attachments[]") -> FormPart {
    FormPart(
      head: "content-disposition: form-data; name=\"\(key)\"; filename=\"\(name)\"\r\n"
        + "Content-Type: image/png\r\n", bytes: bytes)
  }

  /// The parts of a new ticket.
  static let order = [
    field("message", "See here."), field("channel", "web"), field("deviceInfo[osVersion]", "17.2"),
    field("deviceInfo[appVersion]", "1.4.0"),
  ]

  static func body(_ parts: [FormPart]) -> Data {
    var body = Data()
    for part in parts {
      body += Data("--\(boundary)\r\n\(part.head)\r\n".utf8) + part.bytes + Data("\r\n".utf8)
    }
    return body + Data("--\(boundary)--\r\n".utf8)
  }
}
