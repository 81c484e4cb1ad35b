import APICore
import Foundation
import SandboxCore

extension ChatistSandbox {
  private static let calls = "/sandbox/chatist/"

  /// Returns a table of the truth, after all actions that are due.
  ///
  /// - Parameter table: The table.
  /// - Returns: CSV with a header.
  /// - Throws: `SandboxError` `.state` if the book cannot be read.
  public func truth(_ table: ChatistTruth) throws(SandboxError) -> String {
    try book.write { book throws(SandboxError) in
      try book.catchUp(to: try book.chatClock() ?? settings.clock.now, rota)
      return try table.text(book)
    }
  }

  /// Answers `/sandbox/chatist/clock`, `expire`, `renew`, `branding`, `generate` and the truth,
  /// such as `/sandbox/chatist/tickets`.
  ///
  /// - Parameter request: The call.
  /// - Returns: The answer, or nil for any other call.
  public func control(_ request: HTTPRequest) -> HTTPResponse? {
    guard let name = request.part(behind: Self.calls) else { return nil }
    do throws(ChatRefusal) {
      switch (request.method, name) {
      case (.get, "clock"): return try clock()
      case (.post, "clock"): return try setClock(request)
      case (.post, "expire"), (.post, "renew"):
        setKeyExpired(name == "expire")
        return HTTPResponse(json: .object([("expired", .boolean(name == "expire"))]))
      case (.post, "branding"): return try changeBranding()
      case (.post, "generate"): return try generate(request)
      case (.get, _):
        guard let table = ChatistTruth(rawValue: name) else { return nil }
        let text = try calling { book, _ throws(SandboxError) in try table.text(book) }
        return HTTPResponse(
          status: 200, headers: ["Content-Type": "text/csv; charset=utf-8"], body: Data(text.utf8))
      default: return nil
      }
    } catch {
      return error.response
    }
  }

  // MARK: - Implementation

  private func clock() throws(ChatRefusal) -> HTTPResponse {
    try writing { book throws(SandboxError) in
      let stoppedAt = try book.chatClock()
      return HTTPResponse(
        json: .object([
          ("at", .text(APIDate(micros: stoppedAt ?? settings.clock.now).iso)),
          ("is_set", .boolean(stoppedAt != nil)),
        ]))
    }
  }

  /// Sets the clock: `at` is the moment at which it stops, or `now` for the machine's time.
  private func setClock(_ request: HTTPRequest) throws(ChatRefusal) -> HTTPResponse {
    let text = request.query("at") ?? ""
    let moment = APIDate(text)?.micros
    guard text == "now" || moment.map({ SandboxYears.contain($0) }) == true else {
      throw ChatRefusal(400, "at: found \(text); expected a moment such as 2024-05-15T12:00:00Z")
    }
    try writing { book throws(SandboxError) in try book.setChatClock(moment) }
    return try clock()
  }

  private func changeBranding() throws(ChatRefusal) -> HTTPResponse {
    try calling { book, now throws(SandboxError) in
      try book.addBranding(at: now)
      return HTTPResponse(json: .object([("updatedAt", .text(ExactText.instant(now)))]))
    }
  }

  private func generate(_ request: HTTPRequest) throws(ChatRefusal) -> HTTPResponse {
    let generator = try ChatGenerator(request, seed: settings.seed)
    return try calling { book, now throws(SandboxError) in
      let messages = try generator.run(book, rota, at: now)
      return HTTPResponse(
        json: .object([
          ("tickets", .number(generator.tickets)), ("messages", .number(messages)),
        ]))
    }
  }

  private func writing<Result>(
    _ body: (BookStatements) throws(SandboxError) -> Result
  ) throws(ChatRefusal) -> Result {
    do { return try book.write(body) } catch { throw ChatRefusal(500, "\(error)") }
  }
}
