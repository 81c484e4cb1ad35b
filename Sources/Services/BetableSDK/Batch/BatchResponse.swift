import APICore

/// The answer to a batch, request by request: each can fail alone.
public struct BatchResponse: Equatable, Sendable {
  /// The answer to one request.
  public struct Item: Equatable, Sendable {
    /// The request's name; nil if it has none.
    public let name: String?
    /// The key of the request's bet; nil for other requests.
    public let betKey: String?
    /// The body of its answer, or the reason why there is no usable one.
    public let result: Result<JSONValue, BetableError>

    /// The body, where the request succeeded.
    public var body: JSONValue? { try? result.get() }
  }

  /// The answers, in the order of the requests.
  public let items: [Item]
  /// The batch's key; its n-th request, counted from 0, has the key `batchID:n`.
  public let batchID: String
  /// The whole answer.
  public let response: JSONValue

  /// The answer to a request with a name; nil if there is none.
  public subscript(name: String) -> Item? { items.first { $0.name == name } }

  /// The keys of bets whose outcome is unknown.
  public var indeterminateKeys: [String] {
    items.flatMap { item -> [String] in
      if case .failure(.indeterminate(let bets)) = item.result { bets.keys } else { [] }
    }
  }
}

/// The answer to one request as it came.
struct BatchAnswer {
  let status: Int?
  let body: Result<JSONValue, JSONFailure>

  /// Matches the answers of a batch to its requests: by name where requests have names, else by
  /// position.
  ///
  /// - Parameters:
  ///   - response: The whole answer.
  ///   - requests: The requests that were sent.
  /// - Returns: An answer for each request; nil for one that has none.
  static func answers(
    in response: JSONValue, to requests: [BatchRequest]
  ) -> [BatchAnswer?] {
    guard case .array(let list)? = response["responses"] else { return requests.map { _ in nil } }
    let byName = Dictionary(grouping: list) { $0["name"]?.text }
    let isInOrder = list.count == requests.count
    return requests.enumerated().map { place, request in
      if let name = request.name, let items = byName[name] {
        // Two answers with one name are ambiguous, so neither counts.
        return items.count == 1 ? BatchAnswer(items[0]) : nil
      }
      // An answer with a foreign name cannot be matched by position; nor can any if one is missing.
      guard isInOrder, let item = response["responses"]?[place] else { return nil }
      if let name = item["name"]?.text, name != request.name { return nil }
      return BatchAnswer(item)
    }
  }

  private init(_ item: JSONValue) {
    let code = item["status"] ?? item["status_code"] ?? item["code"]
    status = code?.text.flatMap { Int($0) }
    do throws(JSONFailure) {
      switch item["body"] {
      case .string(let text): body = .success(try JSONValue(parsing: .init(text.utf8)))
      case nil: body = .failure(JSONFailure(path: "body", reason: "found none; expected one"))
      case let value?: body = .success(value)
      }
    } catch {
      body = .failure(error)
    }
  }

  /// Whether the request was done.
  var isSuccess: Bool {
    if let status { return (200..<300).contains(status) }
    return (try? body.get())?["error"] == nil
  }
}
