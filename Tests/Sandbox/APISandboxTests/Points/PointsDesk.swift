import APICore
import APISandbox
import Foundation
import Testing

/// A points sandbox, called without sockets.
struct PointsDesk {
  static let seasonal = "/api/v1/points/seasonal"
  static let xc = "season=xc&year=2024"

  let sandbox: PointsSandbox

  init(_ change: (inout PointsSettings) -> Void = { _ in }) throws {
    var settings = PointsSettings()
    change(&settings)
    sandbox = try PointsSandbox(settings)
    try set(clock: "2024-09-01T08:00:00Z")
  }

  /// Answers any call, including the sandbox's own.
  @discardableResult
  func send(_ method: HTTPMethod, _ path: String, _ json: Any? = nil) throws -> HTTPResponse {
    let url = try #require(URL(string: "http://127.0.0.1" + path))
    let body = try json.map { try JSONSerialization.data(withJSONObject: $0) }
    let request = HTTPRequest(method, url, body: body)
    return sandbox.control(request) ?? sandbox.answer(request)
  }

  /// Returns the members of an answer that is an object.
  @discardableResult
  func object(_ method: HTTPMethod, _ path: String, _ json: Any? = nil) throws -> [String: Any] {
    let response = try send(method, path, json)
    try #require(
      response.status == 200, "\(path): \(String(decoding: response.body, as: UTF8.self))")
    return try #require(
      try JSONSerialization.jsonObject(with: response.body) as? [String: Any])
  }

  /// Returns the objects of an answer that is a list.
  func list(_ path: String) throws -> [[String: Any]] {
    let response = try send(.get, path)
    try #require(response.status == 200)
    return try #require(
      try JSONSerialization.jsonObject(with: response.body) as? [[String: Any]])
  }

  func set(clock: String, step: Int = 0) throws {
    try object(.post, "/sandbox/clock?at=\(clock)&step_ms=\(step)")
  }

  func progress(_ season: String = xc) throws -> [String: Any] {
    try object(.get, Self.seasonal + "/progress?" + season)
  }

  func total(_ season: String = xc) throws -> Int {
    try #require(try progress(season)["teamTotalPoints"] as? Int)
  }

  /// Awards points in xc 2024, unless other members are given.
  @discardableResult
  func earn(_ runner: Int, _ activity: String = "WORKOUT", _ members: [String: Any] = [:]) throws
    -> [String: Any]
  {
    let body: [String: Any] = [
      "runnerId": runner, "activityType": activity, "season": "xc", "year": "2024",
    ]
    return try object(.post, "/api/v1/points/earn", body.merging(members) { $1 })
  }

  @discardableResult
  func reward(_ threshold: Int, order: Int, year: Any = "2024") throws -> [String: Any] {
    try object(.post, Self.seasonal + "/rewards", Self.body(threshold, order: order, year: year))
  }

  static func body(_ threshold: Int, order: Int, year: Any = "2024") -> [String: Any] {
    [
      "season": "xc", "year": year, "description": "Pizza", "pointThreshold": threshold,
      "displayOrder": order,
    ]
  }

  /// Returns the ids of the runners that match a filter.
  func runners(_ isChosen: ([String: Any]) -> Bool) throws -> [Int] {
    try list("/xc/allRunners/").filter(isChosen).compactMap { $0["id"] as? Int }
  }

  /// Returns the ids of the active runners of a team in xc 2024's classes.
  func members(of team: String = "UA") throws -> [Int] {
    try runners { runner in
      let graduation = (runner["graduatingClass"] as? String).flatMap { Int($0) } ?? 0
      return runner["team"] as? String == team && runner["active"] as? Bool == true
        && (2025...2028).contains(graduation)
    }
  }
}
