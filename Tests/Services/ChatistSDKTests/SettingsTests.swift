import APICore
import ChatistSDK
import FeedContract
import Foundation
import TestSupport
import Testing

/// The sources of settings, and their precedence.
struct SettingsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func refusal(_ work: () throws(ChatistError) -> ChatistServiceSettings) -> String {
    do throws(ChatistError) {
      return "accepted \(try work().baseURL)"
    } catch {
      return "\(error)"
    }
  }

  @Test func `place and key come from the environment`() throws {
    let settings = try ChatistServiceSettings(environment: [
      "CHATIST_API_URL": "https://chat.example/v1/", "CHATIST_API_KEY": "k",
    ])
    #expect(settings.baseURL.absoluteString == "https://chat.example/v1")
    #expect(settings.key()?.exposed == "k" && settings.table == ChatistTable())
    #expect(settings.attachmentLimit == 10_485_760)
  }

  @Test func `the environment wins over the file, and the program over both`() throws {
    let path = try folder.write(#"{"apiURL": "https://file.example"}"#, to: "chatist.json")
    #expect(
      try ChatistServiceSettings(file: path, environment: [:]).baseURL.host() == "file.example")
    let environment = ["CHATIST_API_URL": "https://env.example", "CHATIST_CONFIG": path]
    var settings = try ChatistServiceSettings(environment: environment)
    #expect(settings.baseURL.host() == "env.example" && settings.key() == nil)
    settings.key = { Secret("mine") }
    #expect(settings.key()?.exposed == "mine")
    let empty = ["CHATIST_API_URL": "", "CHATIST_API_KEY": "", "CHATIST_CONFIG": path]
    settings = try ChatistServiceSettings(environment: empty)
    #expect(settings.baseURL.host() == "file.example" && settings.key() == nil)
  }

  @Test(arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "patch"])
  func `a route has any method, and a change is sent once`(method: String) async throws {
    let served = try ServedChatist { _ in ScriptedAnswer([.close]) }
    let route = try #require(ChatistTable.Route("\(method) /x"))
    let client = try served.client { $0.table.routes[.updateCustomer] = route }
    await #expect(throws: URLError.self) {
      try await client.updateCustomer(UpdateCustomerDto(email: "a@b.example"))
    }
    #expect(served.asked == ["\(method.uppercased()) /x"])
    #expect(String(decoding: served.server.requests[0].body, as: UTF8.self).contains("a@b.example"))
  }

  @Test func `a file sets whatever the guide does not tell`() throws {
    let path = try folder.write(
      """
      {"apiURL": "http://127.0.0.1:8080", "customerID": "c", "deviceID": "d",
       "attachmentLimit": 5, "ticketSeconds": 6, "brandingSeconds": 7, "uploadSeconds": 8,
       "intervalSeconds": 9, "routes": {"getTicket": "GET /v2/{id}"},
       "headers": {"key": "Authorization", "keyPrefix": "Bearer ", "customer": "c-id",
                   "device": "d-id"},
       "updatedAtItem": "since", "filePart": "files", "nesting": "dots",
       "listMembers": ["items"], "keyStyle": "snakeCase", "keys": {"content": "body"}}
      """, to: "chatist.json")
    let settings = try ChatistServiceSettings(file: path, environment: [:])
    #expect(settings.customerID == "c" && settings.deviceID == "d")
    #expect(settings.attachmentLimit == 5 && settings.ticketLifetime == .seconds(6))
    #expect(settings.brandingLifetime == .seconds(7) && settings.uploadTime == .seconds(8))
    #expect(settings.interval == .seconds(9))
    var table = ChatistTable()
    table.routes[.getTicket] = .init(.get, "/v2/{id}")
    (table.keyHeader, table.keyPrefix) = ("Authorization", "Bearer ")
    (table.customerHeader, table.deviceHeader) = ("c-id", "d-id")
    (table.updatedAtItem, table.filePart, table.nesting) = ("since", "files", .dots)
    (table.listMembers, table.keyStyle, table.keys) = (["items"], .snakeCase, ["content": "body"])
    #expect(settings.table == table)
  }

  @Test(arguments: [
    (#"{"apiURl": "https://a.example"}"#, ": found “apiURl”; expected apiURL"),
    (#"{"routes": {"getTickts": "GET /a"}}"#, ": found “routes.getTickts”; expected getTickets"),
    (
      #"{"routes": {"getTicket": "TRACE /a"}}"#,
      ", routes.getTicket: found TRACE /a; expected a route such as GET /tickets/{id}"
    ),
    (#"{"nesting": "none"}"#, ", nesting: found none; expected brackets or dots"),
    (
      #"{"attachmentLimit": -1}"#,
      ", attachmentLimit: found -1; expected a whole number from 0 on"
    ),
    (#"{"headers": []}"#, ", headers: found []; expected an object"),
    (#"{"filePart": 1}"#, ", filePart: found 1; expected a text"),
    (#"{"keys": {"a": 1}}"#, ", keys.a: found 1; expected a text"),
    ("[]", ": JSON: found no object; expected one of settings"),
  ])
  func `a file that holds what no one knows is refused with the place`(
    text: String, message: String
  ) throws {
    let path = try folder.write(text, to: "chatist.json")
    let environment = ["CHATIST_API_URL": "https://a.example"]
    #expect(
      refusal { () throws(ChatistError) in
        try ChatistServiceSettings(file: path, environment: environment)
      } == path + message)
  }

  @Test func `a file that is named and is not there is an error`() {
    let path = folder.file("none.json")
    #expect(
      refusal { () throws(ChatistError) in
        try ChatistServiceSettings(environment: ["CHATIST_CONFIG": path])
      } == "\(path): found no file; expected settings")
  }

  @Test(arguments: [
    (nil, "base URL: found nothing; expected a URL such as https://api.example"),
    (
      "ftp://a.example",
      "base URL: found “ftp://a.example”; expected a URL such as https://api.example"
    ),
    (
      "http://a.example",
      "base URL: found http://a.example; expected https, or http only for this machine"
    ),
  ])
  func `there is no standard place, and a bad one is reported`(text: String?, message: String) {
    #expect(
      refusal { () throws(ChatistError) in
        try ChatistServiceSettings(baseURL: text, key: nil)
      } == message)
  }

  @Test func `the table in the documentation is the standard one`() throws {
    let page = try String(
      contentsOfFile: RailbirdProcess.packageFolder + "/docs/chatist.md", encoding: .utf8)
    let table = ChatistTable()
    for function in ChatistTable.Function.allCases {
      let route = try #require(table.routes[function])
      let row = "| `\(function.rawValue)` | `\(route.method.rawValue) \(route.path)` |"
      #expect(page.contains(row), "found no \(row)")
    }
    let open = try #require(page.range(of: "```json\n"))
    let close = try #require(page.range(of: "\n```", range: open.upperBound..<page.endIndex))
    let path = try folder.write(
      String(page[open.upperBound..<close.lowerBound]), to: "chatist.json")
    let settings = try ChatistServiceSettings(file: path, environment: [:])
    #expect(settings.table == table && settings.baseURL.host() == "support.example")
  }
}
