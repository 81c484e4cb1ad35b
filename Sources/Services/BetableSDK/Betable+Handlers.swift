import APICore
import Foundation

/// Called with an access token.
public typealias BetableAccessTokenHandler = @Sendable (String) -> Void

/// Called with the service's answer, a JSON object.
public typealias BetableCompletionHandler = @Sendable (JSONValue) -> Void

/// Called on failure, with the reason and, if there was an answer, the answer and its body.
public typealias BetableFailureHandler =
  @Sendable (
    _ response: HTTPResponse?, _ responseBody: String?, _ error: BetableError
  ) -> Void

/// The calls with the guide's handlers. Each returns at once with the task that does the work, and
/// calls exactly one of its handlers.
extension Betable {
  /// Places a bet with money.
  @discardableResult
  public func bet(
    forGame gameID: String, withData data: JSONValue,
    onComplete: @escaping BetableCompletionHandler, onFailure: @escaping BetableFailureHandler
  ) -> Task<Void, Never> {
    handling(onComplete, onFailure) { () async throws(BetableError) in
      try await self.bet(forGame: gameID, withData: data).response
    }
  }

  /// Places a bet without money.
  @discardableResult
  public func unbackedBet(
    forGame gameID: String, withData data: JSONValue,
    onComplete: @escaping BetableCompletionHandler, onFailure: @escaping BetableFailureHandler
  ) -> Task<Void, Never> {
    handling(onComplete, onFailure) { () async throws(BetableError) in
      try await self.unbackedBet(forGame: gameID, withData: data).response
    }
  }

  /// Places a bet on `creditGameID` with credits won in `gameID`.
  @discardableResult
  public func creditBet(
    forGame gameID: String, creditGame creditGameID: String, withData data: JSONValue,
    onComplete: @escaping BetableCompletionHandler, onFailure: @escaping BetableFailureHandler
  ) -> Task<Void, Never> {
    handling(onComplete, onFailure) { () async throws(BetableError) in
      try await self.creditBet(forGame: gameID, creditGame: creditGameID, withData: data).response
    }
  }

  /// Places an unbacked form of a credit bet.
  @discardableResult
  public func unbackedCreditBet(
    forGame gameID: String, creditGame creditGameID: String, withData data: JSONValue,
    onComplete: @escaping BetableCompletionHandler, onFailure: @escaping BetableFailureHandler
  ) -> Task<Void, Never> {
    handling(onComplete, onFailure) { () async throws(BetableError) in
      try await self.unbackedCreditBet(
        forGame: gameID, creditGame: creditGameID, withData: data
      ).response
    }
  }

  /// Gets a token that is valid for unbacked bets only.
  @discardableResult
  public func unbackedToken(
    _ clientUserID: String, onComplete: @escaping BetableAccessTokenHandler,
    onFailure: @escaping BetableFailureHandler
  ) -> Task<Void, Never> {
    handling(onFailure) { () async throws(BetableError) in
      onComplete(try await self.unbackedToken(clientUserID).exposed)
    }
  }

  /// Exchanges the code of a redirect for a token, and uses that token from then on.
  @discardableResult
  public func token(
    _ code: String, onCompletion: @escaping BetableAccessTokenHandler,
    onFailure: @escaping BetableFailureHandler
  ) -> Task<Void, Never> {
    handling(onFailure) { () async throws(BetableError) in
      let credentials = try await self.token(code: Secret(code), sessionID: nil)
      try await self.begin(credentials, isNew: true)
      onCompletion(credentials.accessToken.exposed)
    }
  }

  /// Fetches the account of the logged-in player.
  @discardableResult
  public func userAccount(
    onComplete: @escaping BetableCompletionHandler, onFailure: @escaping BetableFailureHandler
  ) -> Task<Void, Never> {
    handling(onComplete, onFailure) { () async throws(BetableError) in
      try await self.userAccount().response
    }
  }

  /// Fetches the balances of the logged-in player.
  @discardableResult
  public func userWallet(
    onComplete: @escaping BetableCompletionHandler, onFailure: @escaping BetableFailureHandler
  ) -> Task<Void, Never> {
    handling(onComplete, onFailure) { () async throws(BetableError) in
      try await self.userWallet().response
    }
  }
}

extension BetableBatchRequest {
  /// Sends the batch once, with the guide's handlers.
  @discardableResult
  public func runBatch(
    onComplete: @escaping BetableCompletionHandler, onFailure: @escaping BetableFailureHandler
  ) -> Task<Void, Never> {
    handling(onComplete, onFailure) { () async throws(BetableError) in
      try await self.run().response
    }
  }
}

/// Runs a piece of work and calls one of two handlers.
private func handling(
  _ onComplete: @escaping BetableCompletionHandler, _ onFailure: @escaping BetableFailureHandler,
  _ work: @escaping @Sendable () async throws(BetableError) -> JSONValue
) -> Task<Void, Never> {
  handling(onFailure) { () async throws(BetableError) in onComplete(try await work()) }
}

/// Runs a piece of work that calls its own success handler; calls `onFailure` if it throws.
private func handling(
  _ onFailure: @escaping BetableFailureHandler,
  _ work: @escaping @Sendable () async throws(BetableError) -> Void
) -> Task<Void, Never> {
  Task {
    do throws(BetableError) {
      try await work()
    } catch {
      onFailure(error.response, error.responseBody, error)
    }
  }
}
