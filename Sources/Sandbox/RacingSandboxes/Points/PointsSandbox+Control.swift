import APICore
import Foundation
import SandboxCore

extension PointsSandbox {
  /// Answers `/sandbox/clock`, `/sandbox/runner` and the truth of the points.
  ///
  /// - Parameter request: The call.
  /// - Returns: The answer, or nil for any other call.
  public func control(_ request: HTTPRequest) -> HTTPResponse? {
    do {
      switch (request.method, request.path) {
      case (.get, "/sandbox/clock"): return try clock()
      case (.post, "/sandbox/clock"): return try setClock(request)
      case (.post, "/sandbox/runner"): return try setRunner(request)
      case (.get, "/sandbox/ledger"): return Self.csv(try reading(ClubTruth.ledger))
      case (.get, "/sandbox/roster"): return Self.csv(try reading(ClubTruth.roster))
      case (.get, "/sandbox/rewards"):
        return Self.csv(
          try reading { book throws(SandboxError) in
            try ClubTruth.rewards(book, at: try now(book))
          })
      default: return nil
      }
    } catch {
      return HTTPResponse(status: error.status, message: error.message)
    }
  }

  // MARK: - Implementation

  private static func csv(_ text: String) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: ["Content-Type": "text/csv; charset=utf-8"], body: Data(text.utf8))
  }

  private func clock() throws(RefusedRequest) -> HTTPResponse {
    try reading { book throws(SandboxError) in
      let clock = try book.clock()
      return HTTPResponse(
        json: .object([
          ("at", .text(APIDate(micros: try now(book)).iso)),
          ("step_ms", .digits(String((clock?.step ?? 0) / 1_000))),
          ("is_set", .boolean(clock != nil)),
        ]))
    }
  }

  /// Sets the clock: `at` is a moment, or `now` for the machine's time; `step_ms` is the advance
  /// per transaction.
  private func setClock(_ request: HTTPRequest) throws(RefusedRequest) -> HTTPResponse {
    let text = request.query("at") ?? ""
    let step = try request.number("step_ms") ?? 0
    guard text == "now" || APIDate(text) != nil else {
      throw RefusedRequest(400, "at: found \(text); expected a moment such as 2024-09-01T08:00:00Z")
    }
    guard (0...Self.longestStep).contains(step) else {
      throw RefusedRequest(400, "step_ms: found \(step); expected 0 to \(Self.longestStep)")
    }
    try writing { book throws(SandboxError) in
      try book.setClock(APIDate(text).map { ClubClock(at: $0.micros, step: step * 1_000) })
    }
    return try clock()
  }

  /// A year in milliseconds.
  private static let longestStep: Int64 = 366 * 86_400_000

  private func setRunner(_ request: HTTPRequest) throws(RefusedRequest) -> HTTPResponse {
    guard let id = try request.number("id") else { throw RefusedRequest(400, "id: expected one") }
    let graduationClass = try request.number("class")
    let team = request.query("team")
    let active = request.query("active")
    guard active.map({ ["true", "false"].contains($0) }) ?? true,
      graduationClass.map({ (0...9_999).contains($0) }) ?? true, team?.isEmpty != true
    else { throw RefusedRequest(400, "expected team, active (true or false) or class (a year)") }
    return try writing { book throws(SandboxError) in
      guard var runner = try book.runner(id) else {
        return HTTPResponse(status: 404, message: "runner \(id): expected one of the club")
      }
      runner.team = team ?? runner.team
      runner.isActive = active.map { $0 == "true" } ?? runner.isActive
      runner.graduationClass = graduationClass.map { Int($0) } ?? runner.graduationClass
      try book.change(runner, at: try now(book))
      return HTTPResponse(json: runner.json(settings.wire))
    }
  }
}
