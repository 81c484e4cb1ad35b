import APICore
import Columns
import Foundation
import SandboxCore

extension SportsbookSandbox {
  private static let calls = "/sandbox/sportsbook/"
  /// The maximum number of days of truth in one call.
  private static let longestTruth: Int32 = 366

  /// Returns a table of the truth, which includes future results.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - first: The first day.
  ///   - last: The last day.
  /// - Precondition: `first` is not after `last`.
  /// - Returns: CSV with a header.
  public func truth(_ table: SportsbookTruth, from first: Day, to last: Day) -> String {
    table.text(world, first.number...last.number)
  }

  /// Answers `/sandbox/sportsbook/clock`, `/sandbox/sportsbook/expire` and the truth, such as
  /// `/sandbox/sportsbook/picks`.
  ///
  /// - Parameter request: The call.
  /// - Returns: The answer, or nil for any other call.
  public func control(_ request: HTTPRequest) -> HTTPResponse? {
    guard let name = request.part(behind: Self.calls) else { return nil }
    switch (request.method, name) {
    case (.get, "clock"): return clock()
    case (.post, "clock"): return setClock(request)
    case (.post, "expire"):
      expireTokens()
      return HTTPResponse(json: .object([("expired", .boolean(true))]))
    case (.get, _): return SportsbookTruth(rawValue: name).map { truth($0, request) }
    default: return nil
    }
  }

  // MARK: - Implementation

  private func clock() -> HTTPResponse {
    HTTPResponse(
      json: .object([
        ("at", .text(APIDate(micros: now).iso)),
        ("is_set", .boolean(state.withLock { $0.stoppedAt } != nil)),
      ]))
  }

  /// Sets the clock: `at` is the moment at which it stops, or `now` for the machine's time.
  private func setClock(_ request: HTTPRequest) -> HTTPResponse {
    let text = request.query("at") ?? ""
    let moment = APIDate(text).flatMap { SandboxYears.contain($0.micros) ? $0 : nil }
    guard text == "now" || moment != nil else {
      return HTTPResponse(
        status: 400, message: "at: found \(text); expected a moment such as 2024-05-15T12:00:00Z")
    }
    setClock(moment?.micros)
    return clock()
  }

  private func truth(_ table: SportsbookTruth, _ request: HTTPRequest) -> HTTPResponse {
    let today = SportsbookWorld.day(of: now)
    let first = request.query("from").map { Day(iso: $0) } ?? today - 7
    let last = request.query("to").map { Day(iso: $0) } ?? today + 3
    guard let first, let last, first <= last, last.number - first.number < Self.longestTruth,
      SandboxYears.contain(Int64(first.number) * SportsbookWorld.day),
      SandboxYears.contain(Int64(last.number) * SportsbookWorld.day)
    else {
      return HTTPResponse(
        status: 400,
        message: "from, to: expected YYYY-MM-DD, at most \(Self.longestTruth) days, 1971 to 9990")
    }
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "text/csv; charset=utf-8"],
      body: Data(truth(table, from: first, to: last).utf8))
  }
}
