import APICore
import ArgumentParser
import BetableSDK
import Columns
import CommandTools
import Foundation

struct BetableBatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", abstract: "Sends several requests as one.",
    discussion: """
      A file of JSON names the requests: {"requests":[{"path":"/account/wallet","method":"GET", \
      "name":"wallet","depends_on":["bet"]}]}, with a body for bets. Each has its own answer and \
      can fail alone. Posted requests must be bets: the store's journal has them before the batch \
      is sent, and the batch is sent once.

      Examples:
        railbird betable batch requests.json --store S
        railbird betable batch - --store S --json < requests.json

      Exit codes: 0 all done, 1 failed, or a bet's outcome is unknown, 64 bad usage, 65 a request \
      failed.
      """)

  @Argument(help: "A file of JSON; - for standard input.", completion: .file()) var file: String
  @OptionGroup var options: BetableOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The store with the journal of the bets; made if absent.", valueName: "dir"),
    completion: .directory)
  var store: String

  @Option(name: .long, help: "sandbox or real: real money is never bet unless this says so.")
  var economy = BetEconomyName.sandbox

  private struct Answer: Encodable {
    let batch_id: String
    let items: [Item]
  }

  private struct Item: Encodable {
    let name: String?
    let method: String
    let path: String
    let bet_key: String?
    let body: JSONValue?
    let error: String?
  }

  func run() async throws {
    try await options.reporting(store: store, isBet: true) { work in
      let requests = try BatchFile(
        try TextInput.data(file), of: TextInput.name(file), allowsReal: economy == .real
      ).requests
      let answer = try await work.betable.run(requests)
      if answer.items.contains(where: { $0.betKey != nil && $0.body != nil }) {
        Console.recordChange("bets were placed")
      }
      let items = zip(requests, answer.items).map { request, item in
        Item(
          name: item.name, method: request.method, path: request.path, bet_key: item.betKey,
          body: item.body, error: item.result.failure.map { "\($0)" })
      }
      if work.json {
        let text = try BetableText.json(Answer(batch_id: answer.batchID, items: items))
        Console.print(work.redacted(text))
      } else {
        for item in items { Console.print(line(item, work)) }
      }
      await work.betable.finishPendingWork()
      try end(answer)
    }
  }

  // MARK: - Implementation

  private func line(_ item: Item, _ work: BetableWork) -> String {
    let place = item.name ?? "\(item.method) \(item.path)"
    let parts = [place, item.bet_key ?? "", item.error ?? item.body?.json ?? ""]
    return DisplayWidth.printable(
      work.redacted(parts.filter { !$0.isEmpty }.joined(separator: "  ")))
  }

  private func end(_ answer: BatchResponse) throws {
    let unknown = answer.indeterminateKeys
    if !unknown.isEmpty {
      let reason = answer.items.lazy.compactMap { item -> String? in
        if case .indeterminate(let bets)? = item.result.failure { bets.reason } else { nil }
      }.first
      Console.fail("betable: " + BetableText.indeterminate(unknown, reason ?? ""))
      Console.hints([BetableLoginSource.reconciling(store, options.service)])
      throw ExitCode(1)
    }
    let failed = answer.items.count { $0.body == nil }
    guard failed > 0 else { return }
    Console.fail("betable: \(failed) of \(answer.items.count) requests of the batch failed")
    throw ExitCode(65)
  }
}

/// The requests of a file.
struct BatchFile {
  let requests: [BatchRequest]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - data: The file's bytes.
  ///   - name: Its name in messages.
  ///   - allowsReal: Whether bets may use real money.
  /// - Throws: `BetableError` `invalid`: the place, what was found and what was expected.
  init(_ data: Data, of name: String, allowsReal: Bool) throws(BetableError) {
    let list: [JSONValue]
    do throws(JSONFailure) {
      guard case .array(let requests)? = try JSONValue(parsing: data)["requests"] else {
        throw JSONFailure(path: "requests", reason: "found none; expected a list")
      }
      list = requests
    } catch {
      throw .invalid("\(name), \(error). Nothing was sent")
    }
    var requests: [BatchRequest] = []
    for (place, item) in list.enumerated() {
      do throws(JSONFailure) {
        requests.append(try Self.request(item, allowsReal: allowsReal))
      } catch {
        var failure = error
        failure.path = "requests[\(place)]" + (error.path.isEmpty ? "" : "." + error.path)
        throw .invalid("\(name), \(failure). Nothing was sent")
      }
    }
    self.requests = requests
  }

  // MARK: - Implementation

  private static let names: Set = ["path", "method", "name", "depends_on", "body"]

  private static func request(
    _ item: JSONValue, allowsReal: Bool
  ) throws(JSONFailure) -> BatchRequest {
    guard case .object(let members) = item else {
      throw JSONFailure(reason: "found no object; expected a request")
    }
    if let other = members.keys.sorted().first(where: { !names.contains($0) }) {
      throw JSONFailure(
        path: other,
        reason: "found a member of that name; expected "
          + names.sorted().joined(separator: ", "))
    }
    guard case .string(let path)? = members["path"], path.hasPrefix("/") else {
      throw JSONFailure(
        path: "path", reason: "found \(found(members["path"])); expected a text such as /account")
    }
    guard let method = members["method"]?.text?.uppercased(), ["GET", "POST"].contains(method)
    else {
      throw JSONFailure(
        path: "method", reason: "found \(found(members["method"])); expected GET or POST")
    }
    if method == "POST" { try checkBet(path, members["body"], allowsReal) }
    return BatchRequest(
      path: path, method: method, name: try text(members["name"], "name"),
      dependencies: try dependencies(members["depends_on"]), data: members["body"])
  }

  /// Checks that a posted request is a bet that the client recognises: any other request would not
  /// be in the journal.
  private static func checkBet(
    _ path: String, _ body: JSONValue?, _ allowsReal: Bool
  ) throws(JSONFailure) {
    guard path.contains(#/^/games(/[^/?#]+){1,2}/(bet|unbacked-bet)$/#) else {
      throw JSONFailure(
        path: "path",
        reason: "found \(path.prefix(60)) to post; expected a bet such as /games/abc/bet")
    }
    guard case .object? = body else {
      throw JSONFailure(path: "body", reason: "found \(found(body)); expected a bet's object")
    }
    let isReal = body?["economy"]?.text?.lowercased() == BetEconomyName.real.rawValue
    guard allowsReal || !isReal || path.hasSuffix("/unbacked-bet") else {
      throw JSONFailure(
        path: "body.economy", reason: "found real; expected --economy real too")
    }
  }

  private static func text(_ value: JSONValue?, _ path: String) throws(JSONFailure) -> String? {
    guard let value else { return nil }
    guard case .string(let text) = value else {
      throw JSONFailure(path: path, reason: "found \(found(value)); expected a text")
    }
    return text
  }

  private static func dependencies(_ value: JSONValue?) throws(JSONFailure) -> [String] {
    guard let value else { return [] }
    guard case .array(let list) = value else {
      throw JSONFailure(
        path: "depends_on", reason: "found \(found(value)); expected a list of names")
    }
    var names: [String] = []
    for item in list { if let name = try text(item, "depends_on") { names.append(name) } }
    return names
  }

  private static func found(_ value: JSONValue?) -> String {
    value.map { String($0.json.prefix(40)) } ?? "none"
  }
}

extension Result {
  /// The error; nil after a success.
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
