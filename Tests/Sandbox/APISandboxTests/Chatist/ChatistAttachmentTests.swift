import APICore
import APISandbox
import Foundation
import Testing

struct ChatistAttachmentTests {
  /// All bytes, line ends and what looks like the end of the part.
  private static let bytes =
    Data(0...255) + Data("\r\n--xYzZ\r\n\r\n--\r\n".utf8) + Data([0, 13, 10])

  @Test func `attachments are served back byte for byte`() throws {
    let desk = try ChatistDesk.standing()
    let files = [
      FormPart.file("screen shot.png", Self.bytes), .file("b.png", Data()),
      .file("sum.txt", Data("123456789".utf8)),
    ]
    let response = try desk.form("/tickets", FormPart.order + files)
    try #require(response.status == 201, "\(String(decoding: response.body, as: UTF8.self))")
    let message = try JSONValue(parsing: response.body)["messages"]?[0]
    #expect(message?["content"] == "See here.")
    let rows = try desk.truth(.attachments)
    #expect(rows.map { $0["name"] } == ["screen shot.png", "b.png", "sum.txt"])
    #expect(rows.map { $0["size_bytes"] } == [String(Self.bytes.count), "0", "9"])
    // The check values of the algorithm's catalogue.
    #expect(rows[1]["crc32"] == "00000000" && rows[2]["crc32"] == "cbf43926")
    #expect(rows.allSatisfy { $0["message_id"] == "message_1" && $0["mime_type"] == "image/png" })
    for (place, expected) in [Self.bytes, Data(), Data("123456789".utf8)].enumerated() {
      let url = try #require(message?["attachments"]?[place]?.text)
      let path = try #require(rows[place]["path"])
      #expect(url == "http://127.0.0.1:8080" + path)
      let served = try desk.send(.get, path, key: nil)
      #expect(served.status == 200 && served.body == expected)
      #expect(served.headers["Content-Type"] == "image/png")
    }
    #expect(try desk.send(.get, "/attachments/unknown/b.png").status == 404)
    let ticket = try desk.truth(.tickets)[0]
    #expect(ticket["channel"] == "web" && ticket["os_version"] == "17.2")
    #expect(ticket["app_version"] == "1.4.0" && ticket["message_count"] == "1")
  }

  @Test func `names are read as browsers write them, and have no folder`() throws {
    let desk = try ChatistDesk.standing()
    let id = try desk.open()
    let names = ["a%22b%0D%0A.png", "../etc/ö\\;x.png", "100%.png"]
    let sent = try desk.form(
      "/tickets/\(id)/messages", names.map { .file($0, Data([1])) })
    #expect(sent.status == 201)
    let message = try JSONValue(parsing: sent.body)
    #expect(message["content"] == "" && message["attachments"]?[2] != nil)
    let rows = try desk.truth(.attachments)
    #expect(rows.map { $0["name"] } == ["a\"b\r\n.png", "ö\\;x.png", "100%.png"])
    for row in rows { #expect(try desk.send(.get, row["path"] ?? "").body == Data([1])) }
  }

  @Test func `an attachment over the limit is refused, with everything that came along`() throws {
    let desk = try ChatistDesk.standing { $0.attachmentLimit = 8 }
    let files = [
      FormPart.file("a.png", Data(count: 8)), .file("b.png", Data(count: 9)),
    ]
    let refused = try desk.form("/tickets", FormPart.order + files)
    #expect(refused.status == 413)
    #expect(
      try JSONValue(parsing: refused.body)["message"] == "b.png: found 9 bytes; expected at most 8")
    #expect(try desk.truth(.tickets).isEmpty && desk.truth(.attachments).isEmpty)
    #expect(try desk.form("/tickets", FormPart.order + files.prefix(1)).status == 201)
  }

  @Test func `a form that ends early is refused, wherever it is cut`() throws {
    let desk = try ChatistDesk.standing()
    let whole = FormPart.body(FormPart.order + [.file("a.png", Data(count: 9))])
    let type = ["Content-Type": "multipart/form-data; boundary=\"\(FormPart.boundary)\""]
    let headers = HTTPHeaders(type.map { HTTPHeaders.Field(name: $0.key, value: $0.value) })
    // The last line end, and the sign of the end before it.
    for count in 0..<whole.count - 3 {
      let answer = try desk.send(.post, "/tickets", headers: headers, body: whole.prefix(count))
      #expect(answer.status == 400, "\(count) bytes")
    }
    #expect(try desk.truth(.tickets).isEmpty)
    #expect(try desk.send(.post, "/tickets", headers: headers, body: whole).status == 201)
    let bare = try desk.send(
      .post, "/tickets", headers: ["Content-Type": "multipart/form-data"], body: whole)
    #expect(bare.status == 400)
    #expect(
      try desk.form("/tickets", FormPart.order + [.file("a", Data(), key: "file")]).status == 422)
  }
}
