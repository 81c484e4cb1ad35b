import APICore
import Foundation

/// The members of a request's JSON, read as leniently as by the service.
struct RequestBody {
  private let members: [String: Any]

  /// Reads a body.
  init(_ request: HTTPRequest) throws(RefusedRequest) {
    let read = try? JSONSerialization.jsonObject(with: request.body ?? Data())
    guard let members = read as? [String: Any] else {
      throw RefusedRequest(400, "JSON parse error: expected an object")
    }
    self.members = members
  }

  /// A text, or a number in JSON's form; nil for null and absent members.
  subscript(name: String) -> String? {
    switch members[name] {
    case let text as String: text
    case let number as NSNumber: number.stringValue
    default: nil
    }
  }

  /// Reads a required text.
  func text(_ name: String) throws(RefusedRequest) -> String {
    guard let text = self[name] else { throw missing(name) }
    return text
  }

  /// Reads a whole number; nil for null and absent members.
  func number(_ name: String) throws(RefusedRequest) -> Int64? {
    guard let text = self[name] else { return nil }
    guard let number = Int64(text) else {
      throw RefusedRequest(400, "JSON parse error: \(name): found \(text); expected a number")
    }
    return number
  }

  /// Reads a required whole number.
  func required(_ name: String) throws(RefusedRequest) -> Int64 {
    guard let number = try number(name) else { throw missing(name) }
    return number
  }

  // MARK: - Implementation

  private func missing(_ name: String) -> RefusedRequest {
    RefusedRequest(400, "JSON parse error: value failed for JSON property \(name): missing")
  }
}
