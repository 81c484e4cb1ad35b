import APICore
import FeedContract
import Foundation
import TestSupport
import Testing

@testable import ChatistSDK

/// Files are sent in a form, from memory or from disk; files that are too large are not sent.
struct MultipartTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns bytes that contain possible ends of a part, all values, and no short pattern.
  private func bytes(_ count: Int) -> Data {
    var generator = SeededGenerator(3)
    var data = Data("\r\n--railbird-\r\n\r\n".utf8).prefix(count)
    while data.count + 8 <= count {
      withUnsafeBytes(of: generator.next()) { data.append(contentsOf: $0) }
    }
    return data + Data(repeating: 0, count: count - data.count)
  }

  /// The form of the first request.
  private func form(_ served: ServedChatist) throws -> FormParts {
    let request = try #require(served.server.requests.first)
    return try #require(FormParts(request))
  }

  @Test(arguments: [0, 1, 10 << 20], [true, false])
  func `an attachment of any size up to the limit arrives as it is`(size: Int, isFile: Bool)
    async throws
  {
    let served = try ServedChatist.guide()
    let data = bytes(size)
    let path = folder.file("screenshot.png")
    try data.write(to: URL(fileURLWithPath: path))
    let attachment =
      isFile
      ? AttachmentDto(file: path)
      : AttachmentDto(name: "screenshot.png", mimeType: "image/png", data: data)
    #expect(attachment.data == data)
    _ = try await served.client().createTicket(Samples.order, [attachment])
    let request = try #require(served.server.requests.first)
    let form = try #require(FormParts(request))
    #expect(form.files.count == 1 && form.files[0].body == Array(data))
    #expect(form.files[0].name == "attachments[]" && form.files[0].fileName == "screenshot.png")
    #expect(form.files[0].headers.last == "Content-Type: image/png")
    #expect(request.header("Content-Length") == "\(request.body.count)")
  }

  @Test(arguments: [true, false])
  func `an attachment of one byte more than the limit is refused before anything is sent`(
    isFile: Bool
  ) async throws {
    let served = try ServedChatist.guide()
    let limit = 10 << 20
    let path = folder.file("large.bin")
    try bytes(limit + 1).write(to: URL(fileURLWithPath: path))
    let attachment =
      isFile
      ? AttachmentDto(file: path)
      : AttachmentDto(name: "large.bin", mimeType: "a/b", data: bytes(limit + 1))
    let small = AttachmentDto(name: "a", mimeType: "a/b", data: Data())
    let error = ChatistError.attachmentTooLarge(name: "large.bin", size: limit + 1, limit: limit)
    let client = try served.client()
    await #expect(throws: error) {
      try await client.createTicket(Samples.order, [small, attachment])
    }
    await #expect(throws: error) {
      try await client.sendMessage(
        "ticket_123", SendMessageDto(message: "a", attachments: [attachment]))
    }
    #expect(served.asked.isEmpty && served.server.connectionCount == 0)
    #expect("\(error)" == "attachment large.bin: found 10485761 bytes; expected at most 10485760")
  }

  @Test func `the limit is a setting`() async throws {
    let served = try ServedChatist.guide()
    let client = try served.client { $0.attachmentLimit = 2 }
    let two = AttachmentDto(name: "a", mimeType: "a/b", data: bytes(2))
    let three = AttachmentDto(name: "a", mimeType: "a/b", data: bytes(3))
    _ = try await client.createTicket(Samples.order, [two, two])
    await #expect(throws: ChatistError.attachmentTooLarge(name: "a", size: 3, limit: 2)) {
      try await client.createTicket(Samples.order, [two, three])
    }
    #expect(served.asked == ["POST /tickets"])
  }

  @Test func `the fields of a ticket are parts of their own, nested names put together`()
    async throws
  {
    let served = try ServedChatist.guide()
    let file = AttachmentDto(name: "a.txt", mimeType: "text/plain", data: Data("a".utf8))
    _ = try await served.client().createTicket(Samples.order, [file, file])
    let form = try self.form(served)
    #expect(form["message"] == "I need “help”, é" && form["channel"] == "ios")
    #expect(form["deviceInfo[osVersion]"] == "6.1" && form["deviceInfo[screenWidth]"] == "0")
    #expect(form["deviceInfo[batteryLevel]"] == "0.8")
    #expect(form.parts.count == 15 && form.files.map(\.text) == ["a", "a"])
  }

  @Test func `the names of parts are those of the table`() async throws {
    let served = try ServedChatist.guide()
    let client = try served.client {
      $0.table.nesting = .dots
      $0.table.filePart = "files"
      $0.table.keyStyle = .snakeCase
    }
    let file = AttachmentDto(name: "a.txt", mimeType: "text/plain", data: Data("a".utf8))
    _ = try await client.createTicket(Samples.order, [file])
    let form = try self.form(served)
    #expect(form["device_info.os_version"] == "6.1" && form.files.map(\.name) == ["files"])
  }

  @Test func `a message with files is a form of its text and them`() async throws {
    let served = try ServedChatist.guide()
    let path = try folder.write("hello", to: "note.txt")
    let message = try await served.client().sendMessage(
      "ticket_123", SendMessageDto(message: "See", attachments: [AttachmentDto(file: path)]))
    #expect(message.id == "message_1")
    let request = try #require(served.server.requests.first)
    let form = try #require(FormParts(request))
    #expect(request.target == "/tickets/ticket_123/messages")
    #expect(form["message"] == "See" && form.parts.count == 2)
    #expect(form.files[0].headers.last == "Content-Type: text/plain")
  }

  @Test func `names cannot leave their quotes, nor media types their line`() async throws {
    let served = try ServedChatist.guide()
    let file = AttachmentDto(
      name: "a\"; name=\"b\r\nX: y", mimeType: "text/plain\r\nX-Evil: 1", data: Data("a".utf8))
    _ = try await served.client().createTicket(Samples.order, [file])
    let form = try self.form(served)
    let part = try #require(form.files.first)
    #expect(part.fileName == "a%22; name=%22b%0D%0AX: y")
    #expect(part.headers.count == 2)
    #expect(part.headers[1] == "Content-Type: application/octet-stream")
  }

  @Test func `a file that cannot be read is an error before anything is sent`() async throws {
    let served = try ServedChatist.guide()
    let client = try served.client()
    for path in [folder.file("none.png"), folder.path] {
      let error = await #expect(throws: ChatistError.self) {
        try await client.createTicket(Samples.order, [AttachmentDto(file: path, name: "n")])
      }
      guard case .unreadableAttachment("n", _)? = error else {
        Issue.record("found \(String(describing: error))")
        continue
      }
    }
    #expect(served.asked.isEmpty)
  }

  @Test func `a file that changes before it is sent is an error, and no message arrives`()
    async throws
  {
    let served = try ServedChatist.guide()
    let path = try folder.write("abcd", to: "log.txt")
    // The key is requested after the file is examined, before the request is sent.
    let client = try served.client {
      $0.key = {
        try? Data("abc".utf8).write(to: URL(fileURLWithPath: path))
        return Secret(ServedChatist.key)
      }
    }
    let error = await #expect(throws: ChatistError.self) {
      try await client.createTicket(Samples.order, [AttachmentDto(file: path)])
    }
    guard case .unreadableAttachment(_, let reason)? = error else {
      Issue.record("found \(String(describing: error))")
      return
    }
    #expect(reason == "\(path): found another size; expected 4 bytes")
    #expect(served.asked.isEmpty)
  }

  @Test(arguments: [
    ("a.PNG", "image/png"), ("a.b.jpeg", "image/jpeg"), ("log", "application/octet-stream"),
    (".txt", "application/octet-stream"), ("a.unknown", "application/octet-stream"),
  ])
  func `a media type is guessed by the ending`(name: String, type: String) {
    #expect(MediaType.guess(for: name) == type)
    #expect(AttachmentDto(file: "/x/" + name).mimeType == type)
  }
}
