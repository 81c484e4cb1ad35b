import APICore
import Columns
import Foundation

/// The service's own words for a refusal.
///
/// Two are equal where message and errors are, whichever call they are about.
public struct ServiceMessage: Sendable {
  /// The text; of a body that is not JSON its beginning, empty where there is none.
  public let message: String
  /// What is wrong with which field; empty where the service does not say.
  public let errors: [String: [String]]
  /// The call, such as `GET /api/promotions/v1/news`; nil where it is not known.
  public let call: String?
  /// The words on one short line, fit for a terminal.
  let line: String

  /// How much of a body that is not JSON is kept, in characters.
  static let longestText = 500
  /// The bound of ``line``, in terminal cells.
  private static let longestLine = 300

  /// Makes a message of no call in particular.
  public init(_ message: String = "", errors: [String: [String]] = [:]) {
    self.message = message
    self.errors = errors
    call = nil
    let fields = errors.sorted { $0.key < $1.key }.map { field, texts in
      "\(field): \(texts.joined(separator: "; "))"
    }
    line = DisplayWidth.printable(
      ([message] + fields).filter { !$0.isEmpty }.joined(separator: "; "),
      limit: Self.longestLine)
  }

  /// Reads a refusal.
  init(_ response: HTTPResponse, to call: APICall) {
    self.call = call.description
    line = response.serverMessage ?? ""
    guard let json = try? JSONValue(parsing: response.body), case .object(let members) = json
    else {
      message = String(String(decoding: response.body, as: UTF8.self).prefix(Self.longestText))
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
  /// Whether message and errors are the same.
  public static func == (left: ServiceMessage, right: ServiceMessage) -> Bool {
    left.message == right.message && left.errors == right.errors
  }
}
