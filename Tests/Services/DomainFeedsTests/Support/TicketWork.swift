import APICore
import APISandbox
import ChatistSDK
import Columns
import ColumnStore
import Foundation
import Logging
import RacingExport
import TabularFiles
import TestSupport
import Testing

@testable import DomainFeeds

/// A support service asked without a network, a customer with tickets, and a store to fetch into.
///
/// The service's clock is stopped until a test moves it: agents else answer while a fetch waits.
final class TicketWork: FeedWork {
  /// A Wednesday.
  static let start = APIDate("2026-01-07T10:00:00Z")!.micros
  static let customer = "customer-77421"
  static let device = """
    {"deviceModel": "iPhone14,2", "osVersion": "17.2", "appVersion": "1.4.0", "locale": "en_GB",
     "timezone": "Europe/London"}
    """

  let folder: TemporaryFolder
  let sandbox: ChatistSandbox
  let service: DirectService
  let clock: ManualClock
  let notes = NoteBook()
  let customer: String
  private let stateFile: String?

  /// Makes a service; with `other` a customer who asks the same one, and fetches into the same
  /// store.
  init(
    beside other: TicketWork? = nil, customer: String = TicketWork.customer,
    _ change: (inout ChatistSettings) -> Void = { _ in }
  ) throws {
    folder = try other?.folder ?? TemporaryFolder()
    clock = other?.clock ?? ManualClock(start: Self.start, isImpatient: true)
    self.customer = customer
    var settings = ChatistSettings(seed: 3)
    change(&settings)
    stateFile = settings.stateFile
    let sandbox = try other?.sandbox ?? ChatistSandbox(settings)
    self.sandbox = sandbox
    service = DirectService(sandbox) { sandbox.keyUse(of: $0) == .right }
    if other == nil { try go(to: Self.start) }
  }

  /// A customer who has written tickets, an hour apart, some of which agents have answered.
  static func written(
    _ count: Int, _ change: (inout ChatistSettings) -> Void = { _ in }
  ) throws -> TicketWork {
    let work = try TicketWork(change)
    for number in 0..<count {
      try work.go(to: start + Int64(number) * 3_600_000_000)
      try work.open("Ticket number \(number): \(words(number))")
    }
    try work.go(to: start + 12 * 3_600_000_000)
    return work
  }

  /// Words that are nowhere else.
  static func words(_ number: Int) -> String {
    let digits = "\(number + 1)"
    return "Zwölf Boxkämpfer \(digits) jagen Viktor «\(digits)» quer über den Sylter Deich 🦊."
  }

  // MARK: - The service

  /// Moves the service's clock.
  func go(to moment: Int64) throws {
    let at = APIDate(micros: moment).iso
    let response = try #require(
      sandbox.control(HTTPRequest(.post, url("/sandbox/chatist/clock?at=\(at)"))))
    try #require(response.status == 200)
  }

  /// The service's time.
  func now() throws -> Int64 {
    let response = try #require(sandbox.control(HTTPRequest(.get, url("/sandbox/chatist/clock"))))
    let at = try JSONValue(parsing: response.body)["at"]?.text
    return try #require(at.flatMap { APIDate($0) }).micros
  }

  /// Opens a ticket; gives its id.
  @discardableResult
  func open(_ text: String, channel: String = "ios", file: String? = nil) throws -> String {
    let ticket: JSONValue
    if let file {
      ticket = try post(form: "/tickets", text, file)
    } else {
      ticket = try post(
        "/tickets",
        ["message": .string(text), "channel": .string(channel), "deviceInfo": device()])
    }
    return try #require(ticket["id"]?.text)
  }

  /// Writes into a ticket.
  func write(_ text: String, to ticket: String) throws {
    _ = try post("/tickets/\(ticket)/messages", ["message": .string(text)])
  }

  /// Has the sandbox make tickets.
  func generate(_ tickets: Int, days: Int) throws {
    let call = "/sandbox/chatist/generate?tickets=\(tickets)&days=\(days)&customer=\(customer)"
    let response = try #require(sandbox.control(HTTPRequest(.post, url(call))))
    try #require(response.status == 200)
  }

  /// A table of the truth, a dictionary per line.
  func truth(_ table: ChatistTruth) throws -> [[String: String]] {
    Self.table(try sandbox.truth(table))
  }

  private func device() throws -> JSONValue { try JSONValue(parsing: Data(Self.device.utf8)) }

  private func post(_ path: String, _ body: JSONValue) throws -> JSONValue {
    try posted(path, ["Content-Type": "application/json"], Data(body.json.utf8))
  }

  private func post(form path: String, _ text: String, _ file: String) throws -> JSONValue {
    let fields = [("message", text), ("channel", "web"), ("deviceInfo[osVersion]", "17.2")].map {
      "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n"
    }
    let part =
      "--x\r\nContent-Disposition: form-data; name=\"attachments[]\"; filename=\"\(file)\"\r\n"
      + "Content-Type: image/png\r\n\r\nbytes\r\n--x--\r\n"
    return try posted(
      path, ["Content-Type": "multipart/form-data; boundary=x"],
      Data((fields.joined() + part).utf8))
  }

  private func posted(
    _ path: String, _ headers: HTTPHeaders, _ body: Data
  ) throws -> JSONValue {
    var headers = headers
    headers["x-api-key"] = ChatistSettings.standardKey
    headers["x-customer-id"] = customer
    let response = sandbox.answer(HTTPRequest(.post, url(path), headers: headers, body: body))
    try #require(response.status == 201, "\(String(decoding: response.body, as: UTF8.self))")
    return try JSONValue(parsing: response.body)
  }

  private func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:1" + path)! }

  // MARK: - The fetch

  func settings() throws -> ChatistServiceSettings {
    var settings = try ChatistServiceSettings(
      baseURL: "http://127.0.0.1:1", key: Secret(ChatistSettings.standardKey))
    settings.customerID = customer
    settings.interval = .milliseconds(200)
    settings.retries.random = { 0.5 }
    return settings
  }

  func job(
    _ settings: ChatistServiceSettings? = nil, _ change: (inout SupportFetch) -> Void = { _ in }
  ) throws -> SupportFetch {
    let settings = try settings ?? self.settings()
    let job = FetchJob(
      store: store, settings: settings.connection, transport: service,
      authorization: settings.authorization, clock: clock,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var fetch = SupportFetch(job, settings: settings)
    fetch.job.note = { self.notes.add($0) }
    change(&fetch)
    return fetch
  }

  /// Runs a fetch that keeps texts, or not.
  @discardableResult
  func fetch(texts: Bool) async throws -> FetchSummary {
    clock.advance(by: .seconds(1))
    return try await job { $0.includesTexts = texts }.run()
  }

  func fetching(into store: String) -> any Fetch {
    guard let fetch = try? job(nil, { $0.job.store = store }) else {
      preconditionFailure("settings of this machine are right")
    }
    return fetch
  }

  // MARK: - The store

  /// A stored table, a dictionary per row.
  func rows(_ table: String, of store: String? = nil) throws -> [[String: String]] {
    let out = folder.file(UUID().uuidString + ".csv")
    try ExportJob(try Snapshot(store: store ?? self.store)).write(table, to: out, as: .csv)
    return Self.table(try String(contentsOfFile: out, encoding: .utf8))
  }

  /// CSV as a dictionary per line; texts may hold anything.
  private static func table(_ text: String) -> [[String: String]] {
    var records = CSVRecords(Buffer(Array(text.utf8)))
    guard let header = records.next() else { return [] }
    let names = records.fields(header)
    return records.map { record in
      Dictionary(uniqueKeysWithValues: zip(names, records.fields(record)))
    }
  }

  private static let ticketColumns = [
    "ticket_id", "state", "assignee", "channel", "app_version", "os_version", "locale", "timezone",
    "message_count",
  ]
  private static let messageColumns = [
    "message_id", "ticket_id", "sender_type", "is_read", "attachment_count",
  ]

  func stored(in store: String) throws -> [[String]] {
    guard try Snapshot(store: store).rowCount(of: "tickets") > 0 else { return [] }
    let tickets = try rows("tickets", of: store).map { row in
      Self.ticketColumns.map { row[$0]! }
    }
    let messages = try rows("ticket_messages", of: store).map { row in
      Self.messageColumns.map { row[$0]! } + [row["length"]!, Self.moment(row["event_time"]!)]
    }
    return Self.sorted(tickets) + Self.sorted(messages)
  }

  /// The sandbox's truth of this customer, with the hashes of this store.
  func truthLines() throws -> [[String]] {
    let names = try SupportNames(store: store)
    let mine = try truth(.tickets).filter { $0["customer_id"] == customer }
    let ids = Set(mine.map { $0["ticket_id"]! })
    let tickets = mine.map { row in
      [names.ticket(row["ticket_id"]!)] + Self.ticketColumns.dropFirst().map { row[$0]! }
    }
    let messages = try truth(.messages).filter { ids.contains($0["ticket_id"]!) }.map { row in
      [
        names.message(row["message_id"]!, of: row["ticket_id"]!),
        names.ticket(row["ticket_id"]!), row["sender_type"]!,
        row["is_read"] == "1" ? "true" : "false", row["attachment_count"]!,
        "\(row["content"]!.unicodeScalars.count)", Self.moment(row["sent_at"]!),
      ]
    }
    return Self.sorted(tickets) + Self.sorted(messages)
  }

  private static func sorted(_ lines: [[String]]) -> [[String]] {
    lines.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// µs since 1970 UTC.
  private static func moment(_ text: String) -> String {
    APIDate(text).map { "\($0.micros)" } ?? text
  }

  /// A message in an old ticket, and a new one.
  func makeNews() throws {
    try go(to: try now() + 1_000_000)
    try write("One more thing: \(Self.words(501))", to: "ticket_4")
    try open("And another one: \(Self.words(502))")
  }

  func aRequest() -> String { "/tickets/ticket_5" }

  func aList() -> String { "/tickets" }

  /// Ids are hashed, and the list is a customer's.
  func text(of request: String) -> String {
    guard let names = try? SupportNames(store: store) else { return request }
    return request == "/tickets"
      ? request + "#" + names.subject(customer)
      : "/tickets/" + names.ticket(String(request.dropFirst("/tickets/".count)))
  }

  var firstFiles: [String] { ["LOCK", "chatist.salt"] }

  /// The list is all that is asked then.
  var knownCount: Int { 0 }

  /// The list's ids are in no file.
  var askedAgain: [String] { ["/tickets"] }
}
