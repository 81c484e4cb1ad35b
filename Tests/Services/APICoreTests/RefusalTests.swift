import APICore
import Foundation
import TestSupport
import Testing

/// A server's reason, extracted from various bodies.
struct RefusalTests {
  private func message(_ body: String) -> String? {
    HTTPResponse(status: 400, body: Data(body.utf8)).serverMessage
  }

  @Test(arguments: [
    (#"{"message": "No such day"}"#, "No such day"),
    (#"{"Message": "No such day"}"#, "No such day"),
    (
      #"{"status": 400, "error": "Bad Request", "message": "Year is missing", "path": "/x"}"#,
      "Year is missing"
    ),
    (
      #"{"status": 500, "error": "Internal Server Error", "message": ""}"#,
      "Internal Server Error"
    ),
    (#"{"error": {"code": 7, "message": "Quota"}}"#, "Quota"),
    (#"{"error": "invalid_grant", "error_description": "The code is old"}"#, "The code is old"),
    (
      #"{"message": "Invalid.", "errors": {"year": ["must be a number"], "day": ["is gone"]}}"#,
      "Invalid.; day: is gone; year: must be a number"
    ),
    (#"{"errors": [{"message": "one"}, {"message": "two"}]}"#, "one; two"),
    (#"{"detail": [{"loc": ["q"], "msg": "field required"}]}"#, "field required"),
    (#"{"type": "about:blank", "title": "Gone", "detail": "Race 7 is gone"}"#, "Race 7 is gone"),
    (#""No such day""#, "No such day"), ("Service   unavailable\r\n", "Service unavailable"),
    (
      "<!DOCTYPE html><html><head><title>502 Bad\nGateway</title></head></html>",
      "an HTML page, “502 Bad Gateway”"
    ),
    ("<html><body><h1 class=\"x\">Sorry</h1></body></html>", "an HTML page, “Sorry”"),
    ("\u{FEFF} <html></html>", "an HTML page"),
    (
      "<?xml version=\"1.0\"?><Error><Message>Denied</Message></Error>",
      "a page of markup, “Denied”"
    ),
  ])
  func `a message is found in the form of many services`(body: String, message: String) {
    #expect(self.message(body) == message)
  }

  @Test(arguments: [
    "", " \n", "{}", "[]", "null", "7", "true", #"{"message": null}"#, #"{"message": 7}"#,
    #"{"you sent": "x"}"#, #"{"error": true}"#, #"{"message": " "}"#,
  ])
  func `a body that says nothing has no message`(body: String) {
    #expect(message(body) == nil)
  }

  @Test func `bytes that are no text, and a huge body, have no message`() {
    #expect(HTTPResponse(status: 400, body: Data([0xFF, 0x41])).serverMessage == nil)
    let huge = Data(repeating: UInt8(ascii: "x"), count: 2 << 20)
    #expect(HTTPResponse(status: 400, body: huge).serverMessage == nil)
  }

  @Test(arguments: [
    ("a\u{1B}[31mred\u{1B}[0m b", "a red b"), ("a\u{1B}]0;title\u{7}b", "a b"),
    ("a\u{0}\u{7}\u{8}b\tc\nd", "a b c d"), ("a\u{9B}31mb", "a 31mb"),
    ("left\u{202E}thgir", "left thgir"), ("a\u{1B}", "a"), ("one\u{2028}two", "one two"),
  ])
  func `control characters and escape sequences become blanks`(text: String, line: String) throws {
    #expect(message(text) == line)
    let json = String(decoding: try JSONEncoder().encode(["message": text]), as: UTF8.self)
    #expect(message(json) == line)
  }

  @Test func `a long message is cut`() throws {
    let long = try #require(message(String(repeating: "word ", count: 1000)))
    #expect(long.count == 300 && long.hasSuffix("…"))
    // Combining marks take no space on a terminal, but their number is limited too.
    let marked = try #require(message("e" + String(repeating: "\u{301}", count: 50_000)))
    #expect(marked.unicodeScalars.count < 3000)
  }

  @Test func `nested and damaged messages never stop the program`() {
    var random = SeededGenerator(77)
    let good = Array(#"{"errors": {"a": [{"message": "x\u001b[1m"}], "b": {"detail": null}}}"#.utf8)
    for _ in 0..<2000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: .min ... .max, using: &random)
      }
      let message = HTTPResponse(status: 400, body: Data(bytes)).serverMessage ?? ""
      #expect(!message.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
    #expect(message(String(repeating: #"{"error":"#, count: 50_000)) != nil)
  }

  @Test func `a refusal states status, call and words, and never the query`() {
    let call = APICall(
      endpoint: "/race/{id}", path: "/race/77", query: [URLQueryItem(name: "q", value: "hidden")])
    let body = Data(#"{"message": "No such race"}"#.utf8)
    let refusal = Refusal(HTTPResponse(status: 404, body: body), to: call)
    #expect("\(refusal)" == "404 (GET /race/77: No such race)")
    #expect(refusal.summary == "status 404 to GET /race/77: No such race")
    #expect(refusal.remark == " (status 404 to GET /race/77: No such race)")
    let silent = Refusal(HTTPResponse(status: 404), to: call)
    #expect("\(silent)" == "404 (GET /race/77)" && silent.message == nil)
    let bare: Refusal = 404
    #expect("\(bare)" == "404" && bare.remark.isEmpty && bare.summary == "status 404")
  }

  @Test func `refusals of one status are equal, and may be matched by it`() {
    let call = APICall(endpoint: "/x")
    let one = Refusal(HTTPResponse(status: 422, body: Data("a".utf8)), to: call)
    #expect(one == 422 && one != 400 && Set([one, 422]).count == 1 && one < 500)
    switch one {
    case 400..<422: Issue.record("below")
    case 422: break
    default: Issue.record("another")
    }
  }
}
