import APICore

/// One request of a batch.
public struct BatchRequest: Equatable, Sendable {
  /// The path below the API, such as `/games/abc/bet`.
  public var path: String
  /// `GET` or `POST`.
  public var method: String
  /// The name by which others depend on it; nil for none.
  public var name: String?
  /// The names of the requests that must succeed before.
  public var dependencies: [String]
  /// The body; nil for none.
  public var data: JSONValue?

  /// Describes a request.
  public init(
    path: String, method: String, name: String? = nil, dependencies: [String] = [],
    data: JSONValue? = nil
  ) {
    self.path = path
    self.method = method
    self.name = name
    self.dependencies = dependencies
    self.data = data
  }

  /// The request as an element of the batch's body; empty members are left out.
  public var json: JSONValue {
    var members: [String: JSONValue] = ["url": .string(path), "method": .string(method)]
    if let name, !name.isEmpty { members["name"] = .string(name) }
    if !dependencies.isEmpty { members["depends_on"] = .array(dependencies.map { .string($0) }) }
    if let data { members["body"] = data }
    return .object(members)
  }

  /// The path without its query, for messages.
  var barePath: Substring { path.prefix { $0 != "?" } }

  /// Checks that requests form a batch.
  ///
  /// - Parameter requests: The requests, in order.
  /// - Throws: ``BetableError`` `invalid` for an empty list, a name used twice, an unknown
  ///   dependency or a circle of dependencies.
  static func check(_ requests: [BatchRequest]) throws(BetableError) {
    guard !requests.isEmpty else { throw .invalid("batch: found no request; expected one or more") }
    var byName: [String: BatchRequest] = [:]
    for request in requests {
      guard request.path.hasPrefix("/") else {
        throw .invalid(
          "batch: found the path \(request.barePath.prefix(60)); expected one such as /account")
      }
      guard let name = request.name, !name.isEmpty else { continue }
      guard byName.updateValue(request, forKey: name) == nil else {
        throw .invalid("batch: found two requests named \(name); expected one")
      }
    }
    for name in requests.flatMap(\.dependencies) where byName[name] == nil {
      throw .invalid("batch: found a dependency on \(name); expected the name of a request")
    }
    var done: Set<String> = []
    var left = requests
    while !left.isEmpty {
      let ready = left.filter { done.isSuperset(of: $0.dependencies) }
      guard !ready.isEmpty else {
        let names = left.compactMap(\.name).sorted().joined(separator: ", ")
        throw .invalid("batch: found dependencies in a circle (\(names)); expected an order")
      }
      left.removeAll { done.isSuperset(of: $0.dependencies) }
      done.formUnion(ready.compactMap(\.name))
    }
  }
}
