import APICore
import Foundation
import SandboxCore

extension BetableSandbox {
  /// The maximum number of requests in a batch.
  private static let longestBatch = 500

  /// Answers `POST /batch`: several calls in one; each can fail alone.
  ///
  /// A call runs after those it depends on, and is skipped if one of them failed. The answers are
  /// in the order of the requests; their bodies are JSON inside texts.
  func batch(_ call: BetableCall, _ token: BetToken) throws(RefusedCall) -> HTTPResponse {
    guard case .array(let list)? = try call.json()["requests"],
      (1...Self.longestBatch).contains(list.count)
    else {
      throw RefusedCall(
        400, "invalid_batch", "requests: expected 1 to \(Self.longestBatch) objects")
    }
    var items: [BatchItem] = []
    for (number, value) in list.enumerated() {
      items.append(try BatchItem(value, reference: call.reference.map { "\($0):\(number)" }))
    }
    var answers: [HTTPResponse?] = Array(repeating: nil, count: items.count)
    for index in try BatchItem.order(items) {
      let failed = items[index].dependsOn.contains { name in
        items.indices.contains { items[$0].name == name && answers[$0]?.status ?? 500 >= 400 }
      }
      answers[index] =
        failed
        ? RefusedCall(424, "dependency_failed", "A request it depends on has failed.").response
        : answer(items[index].call, token)
    }
    return HTTPResponse(
      json: .object([
        (
          "responses",
          .list(
            zip(items, answers).map { item, answer in
              var members: [(name: String, value: WireJSON)] = []
              if let name = item.name { members.append(("name", .text(name))) }
              members.append(("status", .number(answer?.status ?? 500)))
              let body = String(decoding: answer?.body ?? Data(), as: UTF8.self)
              members.append(("body", .text(body)))
              return .object(members)
            })
        )
      ]))
  }

  // MARK: - Implementation

  private func answer(_ call: BetableCall, _ token: BetToken) -> HTTPResponse {
    do throws(RefusedCall) {
      guard call.path != "/batch" else {
        throw RefusedCall(400, "invalid_batch", "A batch holds no batch.")
      }
      return try reply(call, token)
    } catch {
      return error.response
    }
  }
}

/// One request of a batch.
struct BatchItem {
  let call: BetableCall
  let name: String?
  let dependsOn: [String]

  /// Reads a request, whose body may be an object or text.
  init(_ value: JSONValue, reference: String?) throws(RefusedCall) {
    guard let path = value["url"]?.text, path.hasPrefix("/"),
      let parts = URLComponents(string: path),
      let method = HTTPMethod(rawValue: value["method"]?.text?.uppercased() ?? "GET")
    else {
      throw RefusedCall(400, "invalid_batch", "requests: expected a path and a method in each")
    }
    var body: Data?
    switch value["body"] {
    case nil, .null: break
    case .string(let text): body = Data(text.utf8)
    case let object?: body = Data(object.json.utf8)
    }
    call = BetableCall(
      method: method, path: parts.path,
      query: { name in parts.queryItems?.first { $0.name == name }?.value }, body: body,
      reference: reference)
    name = value["name"]?.text
    if case .array(let names)? = value["depends_on"] {
      dependsOn = names.compactMap(\.text)
    } else {
      dependsOn = []
    }
  }

  /// Orders the items so that each follows those it depends on; otherwise in the order sent.
  static func order(_ items: [BatchItem]) throws(RefusedCall) -> [Int] {
    let names = items.compactMap(\.name)
    guard Set(names).count == names.count,
      items.allSatisfy({ $0.dependsOn.allSatisfy { names.contains($0) } })
    else {
      throw RefusedCall(400, "invalid_batch", "depends_on: expected names, each of one request")
    }
    var order: [Int] = []
    var done: Set<String> = []
    var left = Array(items.indices)
    while !left.isEmpty {
      guard let next = left.firstIndex(where: { done.isSuperset(of: items[$0].dependsOn) }) else {
        throw RefusedCall(400, "invalid_batch", "depends_on: found a circle")
      }
      let index = left.remove(at: next)
      order.append(index)
      if let name = items[index].name { done.insert(name) }
    }
    return order
  }
}
