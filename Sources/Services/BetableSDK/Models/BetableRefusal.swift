import APICore
import Columns
import Foundation

/// A refusal in the service's own words.
///
/// Two refusals are equal if status, code and text are equal, whatever the call.
public struct BetableRefusal: Sendable {
  /// The status code; nil if one request of a batch was refused without one.
  public let status: Int?
  /// The service's code, such as `insufficient_funds`; nil if it gives none.
  public let code: String?
  /// The service's words; nil if it gives none.
  public let text: String?
  /// Further details from the service.
  public let details: JSONValue?
  /// The call, such as `POST /games/abc/bet`; nil if unknown.
  public let call: String?
  /// The answer, with secrets removed.
  public let response: HTTPResponse?
  /// The words on one short line, safe for a terminal.
  private let line: String

  /// The code for a bet that the balance does not cover.
  public static let insufficientFunds = "insufficient_funds"

  /// Reads a refusal.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - call: The refused call.
  ///   - redactor: Removes secrets from the answer.
  init(_ response: HTTPResponse, to call: APICall, _ redactor: Redactor) {
    var response = response
    response.body = redactor.redacted(response.body)
    let json = try? JSONValue(parsing: response.body)
    self.init(
      status: response.status, json ?? .null, call: call.description, response: response,
      words: response.serverMessage)
  }

  /// Reads the refusal of one request of a batch; its secrets are already removed.
  init(status: Int?, _ body: JSONValue, call: String) {
    self.init(status: status, body, call: call, response: nil, words: nil)
  }

  private init(
    status: Int?, _ json: JSONValue, call: String, response: HTTPResponse?, words: String?
  ) {
    self.status = status
    self.call = call
    self.response = response
    code = json["error"]?.text.map { DisplayWidth.printable($0, limit: 100) }
    text = (json["description"] ?? json["error_description"] ?? json["message"])?.text
    details = json["details"]
    let said = [code, text].compactMap { $0 }
    line = DisplayWidth.printable(
      said.isEmpty ? words ?? "" : said.joined(separator: ": "), limit: 300)
  }

  /// Whether the balance is too small for the bet.
  public var isInsufficientFunds: Bool { code == Self.insufficientFunds }

  /// Whether the service certainly did not act.
  ///
  /// A status of 408, or of 500 and above, may come from an intermediary after the service has
  /// acted.
  var isCertain: Bool {
    guard let status else { return code != nil }
    return (400..<500).contains(status) && status != 408
  }
}

extension BetableRefusal: Equatable {
  /// Whether status, code and text are equal.
  public static func == (left: BetableRefusal, right: BetableRefusal) -> Bool {
    left.status == right.status && left.code == right.code && left.text == right.text
  }
}

extension BetableRefusal: CustomStringConvertible {
  /// The words with status and call: `insufficient_funds (status 402 to POST /games/abc/bet)`.
  public var description: String {
    let place = (status.map { "status \($0)" } ?? "no status") + (call.map { " to \($0)" } ?? "")
    return line.isEmpty ? place : "\(line) (\(place))"
  }
}
