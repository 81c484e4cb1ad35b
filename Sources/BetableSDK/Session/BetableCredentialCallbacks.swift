import APICore

/// Shows pages and asks players at reality checks.
public typealias BetablePresenter = WebPresenter & RealityCheckPresenter

/// What a game is told of its player's login, for as long as the session lasts.
///
/// All of it is called on `BetableSurroundings.callbackActor`, one after the other. Only ``presenter``
/// must be there.
public protocol BetableCredentialCallbacks: Sendable {
  /// Shows pages and reality checks over the view that is shown now; the guide calls it
  /// `currentGameView`.
  var presenter: any BetablePresenter { get }

  /// The player has a login: calls that want a token or a session are possible from now on.
  ///
  /// - Parameter credentials: The login.
  nonisolated(nonsending) func onCredentialsSuccess(_ credentials: BetableCredentials) async

  /// The player no longer has a login.
  nonisolated(nonsending) func onCredentialsRevoked() async

  /// There will be no login: it failed, or the player closed the page.
  nonisolated(nonsending) func onCredentialsFailure() async

  /// A reality check is due; it begins when this returns.
  nonisolated(nonsending) func onPreRealityCheck() async

  /// A reality check has ended; it may have ended the login too.
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
  /// - Parameter choices: What can be chosen, in order.
  /// - Returns: The player's choice.
  func chooseAtRealityCheck(_ choices: [RealityCheckChoice]) async -> RealityCheckChoice
}

extension Betable {
  /// What a callback is about.
  enum Notice: Sendable {
    case success(BetableCredentials)
    case revoked, failure, preRealityCheck, postRealityCheck
  }

  /// Calls back on the actor that the app has named, and waits for it.
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
