import APICore
import Foundation

/// The details of the service that the guide omits: routes, header fields, names.
///
/// The defaults are assumptions. ``ChatistServiceSettings/init(file:allowsPlainHTTP:environment:)``
/// reads other values from a file.
public struct ChatistTable: Equatable, Sendable {
  /// The seven functions.
  public enum Function: String, CaseIterable, Sendable {
    case getBranding, createTicket, getTicket, getTickets, sendMessage, updateCustomer
    case updateDevice

    /// Whether it changes nothing at the service.
    var isRead: Bool {
      switch self {
      case .getBranding, .getTicket, .getTickets: true
      case .createTicket, .sendMessage, .updateCustomer, .updateDevice: false
      }
    }
  }

  /// A method and a path, with `{id}` in place of the ticket's id.
  public struct Route: Equatable, Sendable {
    /// The HTTP method.
    public var method: HTTPMethod
    /// The path below the base URL.
    public var path: String

    /// Makes a route.
    public init(_ method: HTTPMethod, _ path: String) {
      self.method = method
      self.path = path
    }

    /// Reads `GET /tickets/{id}`, with any method of `HTTPMethod`; nil for any other text.
    public init?(_ text: String) {
      let words = text.split(separator: " ")
      guard words.count == 2, let method = HTTPMethod(rawValue: words[0].uppercased()),
        words[1].hasPrefix("/"), !words[1].contains(where: { "?#%".contains($0) })
      else { return nil }
      self.init(method, String(words[1]))
    }
  }

  /// The spelling of nested names in a form.
  public enum Nesting: String, CaseIterable, Sendable {
    /// The form `deviceInfo[osVersion]`.
    case brackets
    /// The form `deviceInfo.osVersion`.
    case dots
  }

  /// The spelling of members' names.
  public enum KeyStyle: String, CaseIterable, Sendable {
    /// The guide's form: `ticketId`.
    case camelCase
    /// The form `ticket_id`.
    case snakeCase
  }

  /// The route of each function.
  public var routes: [Function: Route] = [
    .getBranding: Route(.get, "/branding"), .createTicket: Route(.post, "/tickets"),
    .getTicket: Route(.get, "/tickets/{id}"), .getTickets: Route(.get, "/tickets"),
    .sendMessage: Route(.post, "/tickets/{id}/messages"),
    .updateCustomer: Route(.put, "/customer"), .updateDevice: Route(.put, "/device"),
  ]
  /// The header field of the API key.
  public var keyHeader = "x-api-key"
  /// The text before the key, such as `Bearer `.
  public var keyPrefix = ""
  /// The header field of the customer's id.
  public var customerHeader = "x-customer-id"
  /// The header field of the device's id.
  public var deviceHeader = "x-device-id"
  /// The query item of the branding's moment.
  public var updatedAtItem = "updatedAt"
  /// The name of each file's part in a form.
  public var filePart = "attachments[]"
  /// The spelling of nested names in a form.
  public var nesting = Nesting.brackets
  /// The members that may hold the list of tickets, if the answer is an object.
  public var listMembers = ["tickets", "data"]
  /// The spelling of members' names.
  public var keyStyle = KeyStyle.camelCase
  /// The service's names of single members, by the guide's, such as `message`: `body`.
  public var keys: [String: String] = [:]

  /// The forms in which the service says that there is no ticket; `[]` is a list.
  public static let emptyList: EmptyForms = .status204
  /// The forms in which the service says that there is no newer branding, besides status 304.
  static let emptyBranding: EmptyForms = .any

  /// Makes the default table.
  public init() {}

  /// Makes the call of a function.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - id: The ticket's id, if the route has one.
  /// - Returns: The call, without the header fields that authorize it.
  public func call(_ function: Function, id: TicketID? = nil) -> APICall {
    guard let route = routes[function] else {
      preconditionFailure("no route for \(function.rawValue)")
    }
    let path = route.path.replacing("{id}", with: PercentEncoding.part(id ?? ""))
    // A repeated message would appear twice, whatever HTTP method the service uses.
    return APICall(
      route.method, endpoint: route.path, path: path, isIdempotent: function.isRead)
  }

  // MARK: - Names of members

  /// Returns a value with the service's names in place of the guide's.
  func written(_ value: JSONValue) -> JSONValue {
    guard renames else { return value }
    return value.renamed { keys[$0] ?? (keyStyle == .snakeCase ? Self.snake($0) : $0) }
  }

  /// Returns a body with the guide's names in place of the service's.
  ///
  /// - Parameter body: The body as the service sent it.
  /// - Returns: JSON that the models read.
  /// - Throws: `JSONFailure` if names must be replaced and the body is not JSON.
  public func read(_ body: Data) throws(JSONFailure) -> Data {
    guard renames else { return body }
    let guideNames = Dictionary(keys.map { ($0.value, $0.key) }) { $1 }
    let value = try JSONValue(parsing: body).renamed {
      guideNames[$0] ?? (keyStyle == .snakeCase ? Self.camel($0) : $0)
    }
    return Data(value.json.utf8)
  }

  private var renames: Bool { keyStyle != .camelCase || !keys.isEmpty }

  private static func snake(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }

  private static func camel(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words.dropFirst().reduce(words.first.map(String.init) ?? name) { text, word in
      text + word.prefix(1).uppercased() + word.dropFirst()
    }
  }
}

extension JSONValue {
  fileprivate func renamed(_ name: (String) -> String) -> JSONValue {
    switch self {
    case .object(let members):
      .object(Dictionary(members.map { (name($0.key), $0.value.renamed(name)) }) { $1 })
    case .array(let values): .array(values.map { $0.renamed(name) })
    case .null, .bool, .number, .string: self
    }
  }
}
