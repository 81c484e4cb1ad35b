import APICore
import ArgumentParser
import BetableSDK
import CommandTools
import Foundation

/// A series of bets, placed one after another or batch by batch, up to the first failure.
struct BetRun: Sendable {
  let work: BetableWork
  let order: BetOrder
  let times: Int
  let batch: Int?
  let keys: BetKeys
  let store: String
  /// The service's options, for the advice that repeats them.
  let service: BetableServiceOptions

  /// The reason for sending no further bet.
  private enum End {
    case refused(BetableError)
    case indeterminate(keys: [String], reason: String)
  }

  /// The sums of the accepted bets.
  private struct Totals {
    var count = 0
    var wager: BetAmount? = .zero
    var payout: BetAmount? = .zero
  }

  /// Places the bets.
  ///
  /// - Parameter interruption: Says whether to stop.
  /// - Throws: `BetableError` if the first bet cannot be sent; the exit code if a later bet fails.
  func place(_ interruption: Interruption) async throws {
    var totals = Totals()
    var end: End?
    var sent = 0
    var number = 0
    while sent < times, end == nil, !interruption.isDue {
      number += 1
      let count = min(batch ?? 1, times - sent)
      do throws(BetableError) {
        end =
          batch == nil
          ? try await placeOne(keys.key(number), &totals)
          : try await placeBatch(keys.key(number), count, &totals)
      } catch {
        end = try self.end(error, isFirst: sent == 0, interruption)
      }
      sent += count
    }
    await work.betable.finishPendingWork()
    if times > 1, !work.json { Console.print(line(totals)) }
    if let end { throw reported(end) }
    if interruption.isDue { throw ExitCode(130) }
  }

  // MARK: - Implementation

  private func placeOne(
    _ key: String, _ totals: inout Totals
  ) async throws(BetableError) -> End? {
    do throws(BetableError) {
      let result = try await send(key)
      record(BetLine(key: key, order: order, result: .ok, response: result.response), &totals)
      return nil
    } catch {
      return try failed(error, [key], &totals)
    }
  }

  private func send(_ key: String) async throws(BetableError) -> BetResult {
    let (betable, data) = (work.betable, order.data)
    switch (order.kind.isBacked, order.creditGame) {
    case (true, nil): return try await betable.bet(forGame: order.game, withData: data, key: key)
    case (false, nil):
      return try await betable.unbackedBet(forGame: order.game, withData: data, key: key)
    case (true, let credit?):
      return try await betable.creditBet(
        forGame: order.game, creditGame: credit, withData: data, key: key)
    case (false, let credit?):
      return try await betable.unbackedCreditBet(
        forGame: order.game, creditGame: credit, withData: data, key: key)
    }
  }

  private func placeBatch(
    _ key: String, _ count: Int, _ totals: inout Totals
  ) async throws(BetableError) -> End? {
    let bets = BetableBatchRequest(betable: work.betable)
    // A name finds the answer to a bet even if other answers are missing.
    for place in 0..<count { add("\(key):\(place)", to: bets) }
    let answer: BatchResponse
    do throws(BetableError) {
      answer = try await work.betable.run(bets.requests, key: key)
    } catch {
      return try failed(error, (0..<count).map { "\(key):\($0)" }, &totals)
    }
    var unknown: [String] = []
    var reason = ""
    var refusal: BetableError?
    for (place, item) in answer.items.enumerated() {
      let key = item.betKey ?? "\(key):\(place)"
      do throws(BetableError) {
        record(
          BetLine(key: key, order: order, result: .ok, response: try item.result.get()), &totals)
      } catch {
        if case .indeterminate(let bets) = error {
          unknown.append(key)
          reason = bets.reason
          record(BetLine(key: key, order: order, result: .indeterminate, error: reason), &totals)
        } else {
          refusal = refusal ?? error
          record(BetLine(key: key, order: order, result: .rejected, error: code(error)), &totals)
        }
      }
    }
    if !unknown.isEmpty { return .indeterminate(keys: unknown, reason: reason) }
    return refusal.map { .refused($0) }
  }

  private func add(_ name: String, to bets: BetableBatchRequest) {
    let (game, data) = (order.game, order.data)
    switch (order.kind.isBacked, order.creditGame) {
    case (true, nil): bets.bet(forGame: game, withData: data, withName: name)
    case (false, nil): bets.unbackedBet(forGame: game, withData: data, withName: name)
    case (true, let credit?):
      bets.creditBet(forGame: game, creditGame: credit, withData: data, withName: name)
    case (false, let credit?):
      bets.unbackedCreditBet(forGame: game, creditGame: credit, withData: data, withName: name)
    }
  }

  /// Reports bets that failed together; rethrows an error before any was sent.
  private func failed(
    _ error: BetableError, _ keys: [String], _ totals: inout Totals
  ) throws(BetableError) -> End {
    let (result, text): (BetLine.Result, String)
    switch error {
    case .indeterminate(let bets): (result, text) = (.indeterminate, bets.reason)
    case .refused, .insufficientFunds: (result, text) = (.rejected, code(error))
    default: throw error
    }
    for key in keys {
      record(BetLine(key: key, order: order, result: result, error: text), &totals)
    }
    guard case .indeterminate(let bets) = error else { return .refused(error) }
    return .indeterminate(keys: keys, reason: bets.reason)
  }

  private func code(_ error: BetableError) -> String {
    switch error {
    case .refused(let refusal), .insufficientFunds(let refusal):
      work.redacted(refusal.code ?? "refused")
    default: work.redacted("\(error)")
    }
  }

  private func record(_ line: BetLine, _ totals: inout Totals) {
    if line.result == .ok {
      Console.recordChange("bets were placed")
      totals.count += 1
      totals.wager = order.wager.flatMap { totals.wager?.adding($0) }
      totals.payout = line.payout.flatMap { totals.payout?.adding($0) }
    }
    let text = work.json ? try? BetableText.json(line) : nil
    Console.print(work.redacted(text ?? line.text))
  }

  private func line(_ totals: Totals) -> String {
    let unit = order.currency.map { " " + $0 } ?? ""
    return "\(totals.count) of \(times) bets: \(totals.wager?.text ?? "?")\(unit) staked, "
      + "\(totals.payout?.text ?? "?")\(unit) paid"
  }

  /// Translates an error before the current bet was sent; rethrows it before the first bet.
  private func end(
    _ error: BetableError, isFirst: Bool, _ interruption: Interruption
  ) throws -> End {
    if error == .cancelled, interruption.isDue { throw ExitCode(130) }
    if isFirst { throw error }
    return .refused(error)
  }

  private func reported(_ end: End) -> any Error {
    switch end {
    case .refused(let error): return error
    case .indeterminate(let keys, let reason):
      Console.fail("betable: " + BetableText.indeterminate(keys, reason))
      Console.hints([BetableLoginSource.reconciling(store, service)])
      return ExitCode(1)
    }
  }
}
