import APICore
import Foundation

/// The calls that list runners.
extension PointsSandbox {
  /// Answers `GET /xc/runners`: a year's roster of both teams, optionally with inactive runners.
  ///
  /// The service takes a year in `filter.season` and fails without it, even with `filter.getAll`:
  /// that adds inactive runners, not other classes.
  func roster(_ request: HTTPRequest) throws(RefusedRequest) -> HTTPResponse {
    let text = request.query("filter.season") ?? ""
    guard let year = Int(text), (0...9_999).contains(year) else {
      throw RefusedRequest(500, "For input string: \"\(text)\"")
    }
    let isAll = request.query("filter.getAll") == "true"
    let isXC = isAll || request.query("filter.xcRoster") != "false"
    let classes = ClubSeason(season: isXC ? "xc" : "track", year: String(year)).classes
    let isActiveOnly = request.query("filter.active") == "true"
    return try list { runner in
      classes?.contains(runner.graduationClass) == true && (runner.isActive || !isActiveOnly)
    }
  }

  /// Answers `GET /xc/allRunners/`: all runners of all classes.
  func allRunners() throws(RefusedRequest) -> HTTPResponse { try list { _ in true } }

  // MARK: - Implementation

  private func list(_ isListed: (ClubRunner) -> Bool) throws(RefusedRequest) -> HTTPResponse {
    try reading { book throws(SandboxError) in
      let runners = try book.runners().filter(isListed)
      return HTTPResponse(json: .list(runners.map { $0.json(settings.wire) }))
    }
  }
}
