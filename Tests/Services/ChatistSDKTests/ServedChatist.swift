import APICore
import ChatistSDK
import FeedContract
import Foundation
import HTTPTransport
import Synchronization
import TestSupport

/// The support service on loopback, as scripted, and clients of it whose clock does not wait.
final class ServedChatist: Sendable {
  static let key = "k0" + String(repeating: "Pw4", count: 12) + "x7"
  /// One transport for all tests, as a program would have.
  static let transport = AsyncHTTPTransport()

  let server: ScriptedServer
  let clock = ManualClock(isImpatient: true)
  let log = CapturedLog()
  let records = Mutex<[RequestRecord]>([])
  let rejected = Mutex<[JSONFailure]>([])

  /// Serves a closure's answers.
  init(answer: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer) throws {
    server = try ScriptedServer(answer: answer)
  }

  /// Serves one body for every request.
  convenience init(_ body: String, status: Int = 200) throws {
    try self.init { _ in .json(body, status: status) }
  }

  /// Serves bodies in order, then repeats the last one.
  convenience init(_ bodies: [String]) throws {
    try self.init { .json(bodies[min($0.index, bodies.count - 1)]) }
  }

  /// Serves an answer to each of the seven functions.
  static func guide() throws -> ServedChatist {
    try ServedChatist { request in
      switch (request.method, String(request.target.prefix { $0 != "?" })) {
      case ("GET", "/branding"): .json(Samples.branding)
      case ("GET", "/tickets"): .json("[\(Samples.preview)]")
      case ("GET", "/tickets/ticket_123"), ("POST", "/tickets"): .json(Samples.ticket)
      case ("POST", "/tickets/ticket_123/messages"): .json(Samples.message)
      case ("PUT", "/customer"), ("PUT", "/device"): ScriptedAnswer.whole([], status: 204)
      default: .json(#"{"message": "no such route"}"#, status: 404)
      }
    }
  }

  /// Method and target of the requests, in order.
  var asked: [String] { server.requests.map { "\($0.method) \($0.target)" } }

  var surroundings: ChatistSurroundings {
    ChatistSurroundings(
      transport: Self.transport, clock: clock, log: log.logger,
      observe: { record in self.records.withLock { $0.append(record) } },
      reject: { failure in self.rejected.withLock { $0.append(failure) } })
  }

  func settings(key: String? = ServedChatist.key) throws -> ChatistServiceSettings {
    try ChatistServiceSettings(baseURL: server.url.absoluteString, key: key.map { Secret($0) })
  }

  func service(
    key: String? = ServedChatist.key, _ change: (inout ChatistServiceSettings) -> Void = { _ in }
  ) throws -> ChatistService {
    var settings = try settings(key: key)
    change(&settings)
    return ChatistService(settings, surroundings: surroundings)
  }

  func client(
    key: String? = ServedChatist.key, _ change: (inout ChatistServiceSettings) -> Void = { _ in }
  ) throws -> APIClient {
    APIClient(try service(key: key, change))
  }
}

/// The service's answers, in the guide's forms.
enum Samples {
  static let message = message("message_1")
  static let preview =
    #"{"id": "ticket_123", "state": "open", "lastMessage": \#(message)}"#
  static let ticket = ticket([message])
  static let branding =
    ##"{"primaryLight": "#0B5FFF", "accentLight": "#F80", "chatBackgroundLight": "#FFFFFF", "##
    + ##""fontColorBasicLight": "#1A1A1A", "primaryDark": "#5C93FF80", "bubbleDark": "blue", "##
    + ##""logoLight": "https://chat.example/light.png", "logoDark": null, "##
    + ##""updatedAt": "2025-01-01 12:00:00"}"##

  static func message(
    _ id: String, at timestamp: String = "2025-01-01 12:00:00", _ content: String = "Hello"
  ) -> String {
    #"{"id": "\#(id)", "ticketId": "ticket_123", "sender": {"name": "Sam", "type": "human agent", "#
      + #""badge": 7}, "content": "\#(content)", "isRead": false, "timestamp": "\#(timestamp)"}"#
  }

  static func ticket(_ messages: [String], id: String = "ticket_123") -> String {
    #"{"id": "\#(id)", "state": "open", "assignee": "Sam", "#
      + #""messages": [\#(messages.joined(separator: ", "))], "#
      + #""schedules": [{"opensAt": "09:00:00", "closesAt": "18:00:00"}]}"#
  }

  static let device = DeviceInfoDto(
    deviceModel: "PC", deviceName: "Linux", osVersion: "6.1", appVersion: "1.0.0",
    appBuild: "100", screenWidth: 0, screenHeight: 0, batteryLevel: 0.8,
    batteryState: "charging", locale: "en_GB", timezone: "Europe/London")
  static let order = CreateTicketDto(
    message: "I need “help”, é", channel: "ios", deviceInfo: device)
}
