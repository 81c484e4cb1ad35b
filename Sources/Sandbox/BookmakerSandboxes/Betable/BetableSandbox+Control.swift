import APICore
import Foundation
import SandboxCore

extension BetableSandbox {
  private static let calls = "/sandbox/betable/"

  /// Returns a table of the truth.
  ///
  /// - Parameter table: The table.
  /// - Returns: CSV with a header.
  /// - Throws: `SandboxError` `.state` if the book cannot be read.
  public func truth(_ table: BetableTruth) throws(SandboxError) -> String {
    try book.read { book throws(SandboxError) in try table.text(book) }
  }

  /// Answers `/sandbox/betable/clock`, `page`, `authorize`, `end`, `deposit` and the truth, such as
  /// `/sandbox/betable/ledger`.
  ///
  /// - Parameter request: The call.
  /// - Returns: The answer, or nil for any other call.
  public func control(_ request: HTTPRequest) -> HTTPResponse? {
    guard let name = request.part(behind: Self.calls) else { return nil }
    do throws(RefusedCall) {
      switch (request.method, name) {
      case (.get, "clock"): return try clock()
      case (.post, "clock"): return try setClock(request)
      case (.post, "page"): return try orderPages(request)
      case (.get, "authorize"): return try redirect(request)
      case (.post, "end"): return try end(request)
      case (.post, "deposit"): return try deposit(request)
      case (.get, _):
        guard let table = BetableTruth(rawValue: name) else { return nil }
        let text = try reading { book throws(SandboxError) in try table.text(book) }
        return HTTPResponse(
          status: 200, headers: ["Content-Type": "text/csv; charset=utf-8"], body: Data(text.utf8))
      default: return nil
      }
    } catch {
      return HTTPResponse(status: error.status, message: error.description)
    }
  }

  // MARK: - Implementation

  private func clock() throws(RefusedCall) -> HTTPResponse {
    try reading { book throws(SandboxError) in
      HTTPResponse(
        json: .object([
          ("at", .text(APIDate(micros: try now(book)).iso)),
          ("is_set", .boolean(try book.stoppedClock() != nil)),
        ]))
    }
  }

  /// Sets the clock: `at` is the moment at which it stops, or `now` for the machine's time.
  private func setClock(_ request: HTTPRequest) throws(RefusedCall) -> HTTPResponse {
    let text = request.query("at") ?? ""
    let moment = APIDate(text)?.micros
    guard text == "now" || moment.map({ SandboxYears.contain($0) }) == true else {
      throw RefusedCall(
        400, "invalid_request", "at: found \(text); expected a moment such as 2024-05-15T12:00:00Z")
    }
    try writing { book throws(SandboxError) in try book.stopClock(moment) }
    return try clock()
  }

  private func orderPages(_ request: HTTPRequest) throws(RefusedCall) -> HTTPResponse {
    var orders: [PageOrder] = []
    for name in (request.query("next") ?? "").split(separator: ",") {
      guard let order = PageOrder(rawValue: String(name)) else {
        let known = PageOrder.allCases.map(\.rawValue).joined(separator: ", ")
        throw RefusedCall(400, "invalid_request", "next: found \(name); expected \(known)")
      }
      orders.append(order)
    }
    orderedPages.withLock { $0 += orders }
    return HTTPResponse(json: .object([("ordered", .number(orders.count))]))
  }

  /// Answers with the authorize page's redirect, for clients that cannot follow its scheme.
  private func redirect(_ request: HTTPRequest) throws(RefusedCall) -> HTTPResponse {
    guard var page = URLComponents(url: request.url, resolvingAgainstBaseURL: false) else {
      throw RefusedCall(400, "invalid_request", "expected the authorize page's query")
    }
    page.path = "/authorize"
    let answer = try self.page(HTTPRequest(.get, page.url ?? request.url))
    return HTTPResponse(
      json: .object([("location", .text(answer.headers["Location"] ?? ""))]))
  }

  private func end(_ request: HTTPRequest) throws(RefusedCall) -> HTTPResponse {
    let what = request.query("what") ?? ""
    let sql = [
      "sessions": "UPDATE sessions SET ended = 1", "tokens": "UPDATE tokens SET revoked = 1",
    ]
    guard let sql = sql[what] else {
      throw RefusedCall(
        400, "invalid_request", "what: found \(what); expected sessions or tokens")
    }
    try writing { book throws(SandboxError) in try book.run(sql) }
    return HTTPResponse(json: .object([("ended", .text(what))]))
  }

  private func deposit(_ request: HTTPRequest) throws(RefusedCall) -> HTTPResponse {
    try writing { book throws(SandboxError) -> Result<HTTPResponse, RefusedCall> in
      guard let player = try book.player(Int64(request.query("player") ?? "") ?? 0),
        let economy = BetEconomy(rawValue: request.query("economy") ?? ""),
        let amount = MinorUnits.amount(request.query("amount") ?? "", player.currency),
        (1...1_000_000_000).contains(amount)
      else {
        return .failure(
          RefusedCall(
            400, "invalid_request", "expected player, economy (real or sandbox) and amount"))
      }
      let purse = BetPurse(player: player.id, economy: economy, game: nil)
      try book.enter(
        BetEntry(kind: .deposit, amount: amount, bet: nil, at: try now(book)), purse)
      let balance = MinorUnits.text(try book.balance(purse), player.currency)
      return .success(HTTPResponse(json: .object([("balance", .text(balance))])))
    }.get()
  }
}
