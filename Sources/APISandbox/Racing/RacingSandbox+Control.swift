import APICore
import Columns
import Foundation

extension RacingSandbox {
  /// Answers `/sandbox/truth`, `/sandbox/today` and `/sandbox/amend`.
  ///
  /// - Parameter request: The call.
  /// - Returns: The answer, or nil for any other call.
  public func control(_ request: HTTPRequest) -> HTTPResponse? {
    switch (request.method, request.path) {
    case (.get, "/sandbox/truth"):
      HTTPResponse(
        status: 200, headers: ["Content-Type": "text/csv; charset=utf-8"], body: Data(truth.utf8))
    case (.get, "/sandbox/today"): HTTPResponse(json: .object([("today", .text(today.iso))]))
    case (.post, "/sandbox/today"): setToday(request)
    case (.post, "/sandbox/amend"): amend(request)
    default: nil
    }
  }

  private func setToday(_ request: HTTPRequest) -> HTTPResponse {
    guard let day = request.query("date").flatMap({ Day(iso: $0) }) else {
      return HTTPResponse(status: 400, message: "date: expected YYYY-MM-DD")
    }
    today = day
    return HTTPResponse(json: .object([("today", .text(day.iso))]))
  }

  private func amend(_ request: HTTPRequest) -> HTTPResponse {
    let id = request.query("race") ?? ""
    guard amend(race: id) else {
      return HTTPResponse(status: 404, message: "race \(id): expected one with a result")
    }
    return HTTPResponse(json: .object([("amended", .text(id))]))
  }
}
