import APICore

/// Shows pages and asks players at reality checks.
public typealias BetablePresenter = WebPresenter & RealityCheckPresenter

/// A game's reactions to changes of its player's login while the session lasts.
///
/// All methods are called on `BetableSurroundings.callbackActor`, one after another. Only
/// ``currentGameView`` is required.
public protocol BetableCredentialCallbacks: Sendable {
  /// The current view, over which pages and reality checks are shown.
  var currentGameView: any BetablePresenter { get }

  /// Called when the player has a login: calls that need a token or a session are now possible.
  ///
  /// - Parameter credentials: The login.
  nonisolated(nonsending) func onCredentialsSuccess(_ credentials: BetableCredentials) async

  /// Called when the player no longer has a login.
  nonisolated(nonsending) func onCredentialsRevoked() async

  /// Called when there will be no login: it failed, or the player closed the page.
  nonisolated(nonsending) func onCredentialsFailure() async

  /// Called when a reality check is due; the check begins when this returns.
  nonisolated(nonsending) func onPreRealityCheck() async

  /// Called when a reality check has ended; it may have ended the login too.
  nonisolated(nonsending) func onPostRealityCheck() async
}

extension BetableCredentialCallbacks {
  /// Does nothing.
  public nonisolated(nonsending) func onCredentialsSuccess(_ credentials: BetableCredentials) async
  {}

  /// Does nothing.
  public nonisolated(nonsending) func onCredentialsRevoked() async {}

  /// Does nothing.
  public nonisolated(nonsending) func onCredentialsFailure() async {}

  /// Does nothing.
  public nonisolated(nonsending) func onPreRealityCheck() async {}

  /// Does nothing.
  public nonisolated(nonsending) func onPostRealityCheck() async {}
}

/// A player's decision at a reality check.
public enum RealityCheckChoice: String, CaseIterable, Sendable {
  /// Stop playing.
  case logout
  /// Go on.
  case continuePlaying
  /// Look at the wallet, then be asked again.
  case checkBalance

  /// The words of the choice, as players see them.
  public var title: String {
    switch self {
    case .logout: "Logout"
    case .continuePlaying: "Continue Playing"
    case .checkBalance: "Check Balance"
    }
  }
}

/// Asks a player who has played for a while.
public protocol RealityCheckPresenter: Sendable {
  /// Asks the player.
  ///
  /// - Parameter choices: The choices, in order.
  /// - Returns: The player's choice.
  func chooseAtRealityCheck(_ choices: [RealityCheckChoice]) async -> RealityCheckChoice
}

extension Betable {
  /// The subject of a callback.
  enum Notice: Sendable {
    case success(BetableCredentials)
    case revoked, failure, preRealityCheck, postRealityCheck
  }

  /// Calls back on the app's actor, and waits for it.
  func notify(_ notice: Notice) async {
    guard let callbacks = state.withLock({ $0.callbacks }) else { return }
    await Self.notify(callbacks, notice, on: surroundings.callbackActor)
  }

  private static func notify(
    _ callbacks: any BetableCredentialCallbacks, _ notice: Notice, on actor: isolated any Actor
  ) async {
    switch notice {
    case .success(let credentials): await callbacks.onCredentialsSuccess(credentials)
    case .revoked: await callbacks.onCredentialsRevoked()
    case .failure: await callbacks.onCredentialsFailure()
    case .preRealityCheck: await callbacks.onPreRealityCheck()
    case .postRealityCheck: await callbacks.onPostRealityCheck()
    }
  }
}
