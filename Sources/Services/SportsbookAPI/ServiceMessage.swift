import APICore
import Columns
import Foundation

/// The service's own words for a refusal.
///
/// Two messages are equal if text and errors are, whatever the call.
public struct ServiceMessage: Sendable {
  /// The text; for a body that is not JSON, its beginning; empty if there is none.
  public let message: String
  /// The errors by field; empty if the service does not say.
  public let errors: [String: [String]]
  /// The call, such as `GET /api/promotions/v1/news`; nil if unknown.
  public let call: String?
  /// The words on one short line, safe for a terminal.
  let line: String

  /// Makes a message without a call.
  public init(_ message: String = "", errors: [String: [String]] = [:]) {
    self.message = message
    self.errors = errors
    call = nil
    let fields = errors.sorted { $0.key < $1.key }.map { field, texts in
      "\(field): \(texts.joined(separator: "; "))"
    }
    line = DisplayWidth.printable(
      ([message] + fields).filter { !$0.isEmpty }.joined(separator: "; "),
      limit: Limits.messageWidth)
  }

  /// Reads a refusal.
  init(_ response: HTTPResponse, to call: APICall) {
    self.call = call.description
    line = response.serverMessage ?? ""
    guard let json = try? JSONValue(parsing: response.body), case .object(let members) = json
    else {
      message = String(
        String(decoding: response.body, as: UTF8.self).prefix(Limits.messageCharacters))
      errors = [:]
      return
    }
    message = members["message"]?.text ?? ""
    guard case .object(let fields)? = members["errors"] else {
      errors = [:]
      return
    }
    errors = fields.compactMapValues { value -> [String]? in
      if case .array(let texts) = value { return texts.compactMap(\.text) }
      return value.text.map { [$0] }
    }
  }
}

extension ServiceMessage: Equatable {
  /// Whether message and errors are equal.
  public static func == (left: ServiceMessage, right: ServiceMessage) -> Bool {
    left.message == right.message && left.errors == right.errors
  }
}
