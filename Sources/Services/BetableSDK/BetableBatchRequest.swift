import APICore
import Foundation
import Synchronization

/// Several requests that are sent as one; each has an answer.
///
/// ```swift
/// let batch = BetableBatchRequest(betable: betable)
/// batch.bet(forGame: "abc", withData: data, withName: "bet")
/// batch.addRequest(batch.createRequest(
///   withPath: "/account/wallet", method: "GET", name: "wallet", dependencies: ["bet"]))
/// let answer = try await batch.run()
/// ```
public final class BetableBatchRequest: Sendable {
  private let betable: Betable
  private let added = Mutex<[BatchRequest]>([])

  /// Makes an empty batch.
  ///
  /// - Parameter betable: The client that sends it.
  public init(betable: Betable) { self.betable = betable }

  /// The requests added so far, in order.
  public var requests: [BatchRequest] { added.withLock { $0 } }

  /// Makes a request; it is not added yet.
  ///
  /// - Parameters:
  ///   - path: The path below the API.
  ///   - method: `GET` or `POST`.
  ///   - name: The name by which others depend on it; nil for none.
  ///   - dependencies: The names of the requests that must succeed before.
  ///   - data: The body; nil for none.
  /// - Returns: The request.
  public func createRequest(
    withPath path: String, method: String, name: String? = nil, dependencies: [String] = [],
    data: JSONValue? = nil
  ) -> BatchRequest {
    BatchRequest(path: path, method: method, name: name, dependencies: dependencies, data: data)
  }

  /// Adds a request after the others.
  public func addRequest(_ request: BatchRequest) { added.withLock { $0.append(request) } }

  /// Adds a bet with money.
  @discardableResult
  public func bet(
    forGame gameID: String, withData data: JSONValue, withName name: String? = nil
  ) -> BatchRequest {
    add(.backed, gameID, nil, data, name)
  }

  /// Adds a bet without money.
  @discardableResult
  public func unbackedBet(
    forGame gameID: String, withData data: JSONValue, withName name: String? = nil
  ) -> BatchRequest {
    add(.unbacked, gameID, nil, data, name)
  }

  /// Adds a bet on `creditGameID` with credits won in `gameID`.
  @discardableResult
  public func creditBet(
    forGame gameID: String, creditGame creditGameID: String, withData data: JSONValue,
    withName name: String? = nil
  ) -> BatchRequest {
    add(.credit, gameID, creditGameID, data, name)
  }

  /// Adds an unbacked form of a credit bet.
  @discardableResult
  public func unbackedCreditBet(
    forGame gameID: String, creditGame creditGameID: String, withData data: JSONValue,
    withName name: String? = nil
  ) -> BatchRequest {
    add(.unbackedCredit, gameID, creditGameID, data, name)
  }

  /// Adds a request for the wallet.
  @discardableResult
  public func userWallet(withName name: String? = nil) -> BatchRequest {
    added(BatchRequest(path: "/account/wallet", method: "GET", name: name))
  }

  /// Adds a request for the account.
  @discardableResult
  public func userAccount(withName name: String? = nil) -> BatchRequest {
    added(BatchRequest(path: "/account", method: "GET", name: name))
  }

  /// Sends the batch, once.
  ///
  /// - Returns: The answers, request by request.
  /// - Throws: ``BetableError``: `invalid` before anything is sent; otherwise the failure of the
  ///   batch as a whole. A single failed bet is reported in its item.
  public func run() async throws(BetableError) -> BatchResponse { try await betable.run(requests) }

  // MARK: - Implementation

  private func add(
    _ kind: BetableBetKind, _ gameID: String, _ creditGameID: String?, _ data: JSONValue,
    _ name: String?
  ) -> BatchRequest {
    added(
      BatchRequest(
        path: OutgoingBet.path(kind, gameID, creditGameID), method: "POST", name: name, data: data))
  }

  private func added(_ request: BatchRequest) -> BatchRequest {
    addRequest(request)
    return request
  }
}

extension Betable {
  /// Sends requests as one batch.
  ///
  /// - Parameters:
  ///   - requests: The requests, in order.
  ///   - key: The batch's key; nil for a new one.
  /// - Returns: The answers, request by request.
  /// - Throws: ``BetableError`` where the batch as a whole failed.
  public func run(
    _ requests: [BatchRequest], key: String? = nil
  ) async throws(BetableError) -> BatchResponse {
    try BatchRequest.check(requests)
    let key = key ?? UUID().uuidString.lowercased()
    let bets = requests.enumerated().map { place, request -> OutgoingBet? in
      var bet = OutgoingBet(
        key: "\(key):\(place)", method: request.method, path: request.path,
        data: request.data ?? .null)
      bet?.batchID = key
      return bet
    }
    let all: JSONValue = ["requests": .array(requests.map(\.json))]
    let call = APICall(
      .post, endpoint: "/batch", body: Data(all.json.utf8), isIdempotent: false,
      headers: ["Idempotency-Key": key])
    let answer = try await send(bets.compactMap { $0 }, as: call)
    let response: JSONValue
    do throws(JSONFailure) {
      response = try JSONValue(parsing: answer.response.body)
    } catch {
      throw unreadable(bets.compactMap { $0 }, answer.response, "\(error)")
    }
    var events: [BetEvent] = []
    let answers = BatchAnswer.answers(in: response, to: requests)
    let items = zip(zip(requests, bets), answers).map { asked, given in
      let (request, bet) = asked
      let result = result(of: request, bet, given, answer, &events)
      return BatchResponse.Item(name: request.name, betKey: bet?.key, result: result)
    }
    note(events)
    if zip(bets, items).contains(where: { $0?.kind.isBacked == true && $1.body != nil }) {
      keepAliveAfterBet()
    }
    return BatchResponse(items: items, batchID: key, response: response)
  }

  // MARK: - Implementation

  /// Returns the result of one request, and adds its journal event if it is a bet.
  private func result(
    of request: BatchRequest, _ bet: OutgoingBet?, _ given: BatchAnswer?, _ whole: BetAnswer,
    _ events: inout [BetEvent]
  ) -> Result<JSONValue, BetableError> {
    let place = "\(request.method) \(request.barePath)"
    func unknown(_ reason: String) -> Result<JSONValue, BetableError> {
      guard let bet else { return .failure(.unreadable("\(place): \(reason)")) }
      events.append(
        .indeterminate(BetEvent.Indeterminate(at: now, betKey: bet.key, error: reason)))
      return .failure(
        .indeterminate(IndeterminateBets(keys: [bet.key], reason: reason, response: nil)))
    }
    guard let given else { return unknown("found no answer to it in the batch's; expected one") }
    guard given.isSuccess else {
      let body = (try? given.body.get()) ?? .null
      let refusal = BetableRefusal(status: given.status, body, call: place)
      guard bet == nil || refusal.isCertain else { return unknown("\(refusal)") }
      if let bet { events.append(whole.event(of: refusal, to: bet.key, at: now)) }
      return .failure(refusal.isInsufficientFunds ? .insufficientFunds(refusal) : .refused(refusal))
    }
    do throws(JSONFailure) {
      let body = try given.body.get()
      if let bet {
        let result = try BetResult(body, key: bet.key)
        try result.check(against: bet)
        let path = String(request.barePath)
        let call = APICall(.post, endpoint: OutgoingBet.endpoint(bet.kind), path: path)
        report(result.rejected, of: call)
        events.append(whole.event(of: result, at: now, status: given.status))
      }
      return .success(body)
    } catch {
      return unknown("the answer cannot be read: \(error)")
    }
  }
}
