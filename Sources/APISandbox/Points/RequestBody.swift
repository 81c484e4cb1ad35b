import APICore
import Foundation

/// The members of a request's JSON, read as leniently as the service reads them.
struct RequestBody {
  private let json: JSONValue

  /// Reads a body.
  init(_ request: HTTPRequest) throws(RefusedRequest) {
    let read: JSONValue?
    do { read = try JSONValue(parsing: request.body ?? Data()) } catch { read = nil }
    guard let read, case .object = read else {
      throw RefusedRequest(400, "JSON parse error: expected an object")
    }
    json = read
  }

  /// A text, or a number or flag as JSON writes it; nil for null and what is absent.
  subscript(name: String) -> String? { json[name]?.text }

  /// A text that must be there.
  func text(_ name: String) throws(RefusedRequest) -> String {
    guard let text = self[name] else { throw missing(name) }
    return text
  }

  /// A whole number; nil for null and what is absent.
  func number(_ name: String) throws(RefusedRequest) -> Int64? {
    guard let text = self[name] else { return nil }
    guard let number = Int64(text) else {
      throw RefusedRequest(400, "JSON parse error: \(name): found \(text); expected a number")
    }
    return number
  }

  /// A whole number that must be there.
  func required(_ name: String) throws(RefusedRequest) -> Int64 {
    guard let number = try number(name) else { throw missing(name) }
    return number
  }

  // MARK: - Implementation

  private func missing(_ name: String) -> RefusedRequest {
    RefusedRequest(400, "JSON parse error: value failed for JSON property \(name): missing")
  }
}
