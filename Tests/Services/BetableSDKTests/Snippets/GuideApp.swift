import BetableSDK
import Foundation
import Synchronization

/// The guide's app in Swift, its Objective-C calls one after the other, under one import.
///
/// `SnippetTests` runs it.
final class GuideApp: BetableCredentialCallbacks {
  let betable: Betable
  private let view: any BetablePresenter
  private let told = Mutex<[String]>([])

  init(_ betable: Betable, view: any BetablePresenter) {
    self.betable = betable
    self.view = view
  }

  /// The app's callbacks, in order.
  var story: [String] { told.withLock { $0 } }

  private func tell(_ text: String) { told.withLock { $0.append(text) } }

  // MARK: - Initializing and launching

  static func initialized() throws -> Betable {
    try Betable(
      clientID: "client", clientSecret: "secret", redirectURI: "betable+company+game://authorize",
      environment: BetableEnvironmentProduction)
  }

  /// Without an environment, as since 1.0.4.
  static func initializedForDevelopment() throws -> Betable {
    try Betable(
      clientID: "client", clientSecret: "secret", redirectURI: "betable+company+game://authorize")
  }

  func applicationDidFinishLaunching() { betable.launch(withOptions: ["source": "home screen"]) }

  // MARK: - Credentials

  func play() async throws { try await betable.checkCredentials(self) }

  func register() async throws {
    try await betable.checkCredentials(self, loginOverRegister: false)
  }

  func handleOpenURL(_ url: URL) async throws -> Bool { try await betable.handleAuthorizeURL(url) }

  var currentGameView: any BetablePresenter { view }

  nonisolated(nonsending) func onCredentialsSuccess(_ credentials: BetableCredentials) async {
    let login: BetableCredentials = credentials
    tell("success, \(login.sessionID == nil ? "no session" : "a session"): \(login.accessToken)")
  }
  nonisolated(nonsending) func onCredentialsRevoked() async { tell("revoked") }
  nonisolated(nonsending) func onCredentialsFailure() async { tell("failure") }
  nonisolated(nonsending) func onPreRealityCheck() async { tell("pre") }
  nonisolated(nonsending) func onPostRealityCheck() async { tell("post") }

  func touched() { betable.recordUserActivity() }

  func logout() async throws { try await betable.logout() }

  // MARK: - Web views

  func webViews() async throws {
    let onClose: BetableCancelHandler = { self.tell("closed") }
    try await betable.deposit(in: view, onClose: onClose)
    try await betable.withdraw(in: view, onClose: onClose)
    try await betable.wallet(in: view, onClose: onClose)
    try await betable.redeemPromotion(
      "https://promo.example/a b?x=1", in: view, onClose: onClose)
    try await betable.support(in: view, onClose: onClose)
    try await betable.loadBetablePath("/ext/faq", in: view, onClose: onClose)
    try await betable.openGame("ducks", currency: "GBP", in: view, onClose: onClose)
  }

  // MARK: - Handlers

  private func onComplete(_ name: String) -> BetableCompletionHandler {
    { data in self.tell("\(name): \((data["payout"] ?? data["id"] ?? "an object").text ?? "")") }
  }

  private var onFailure: BetableFailureHandler {
    { response, responseBody, error in
      self.tell("failed: \(response?.status ?? 0), \(responseBody ?? "no body"), \(error)")
    }
  }

  private var onToken: BetableAccessTokenHandler {
    { accessToken in self.tell("a token of \(accessToken.count) characters") }
  }

  func bets() async {
    await betable.bet(
      forGame: "game",
      withData: [
        "currency": "GBP", "economy": "sandbox", "paylines": [[1, 1, 1]], "wager": "0.10",
      ], onComplete: onComplete("bet"), onFailure: onFailure
    ).value
    await betable.unbackedBet(
      forGame: "game", withData: ["paylines": [[1, 1, 1]], "wager": "0.10"],
      onComplete: onComplete("unbacked"), onFailure: onFailure
    ).value
    await betable.creditBet(
      forGame: "game", creditGame: "credit", withData: ["wager": "1"],
      onComplete: onComplete("credit"), onFailure: onFailure
    ).value
    await betable.unbackedCreditBet(
      forGame: "game", creditGame: "credit", withData: ["wager": "1"],
      onComplete: onComplete("unbacked credit"), onFailure: onFailure
    ).value
  }

  func players() async {
    await betable.userAccount(onComplete: onComplete("account"), onFailure: onFailure).value
    await betable.userWallet(onComplete: onComplete("wallet"), onFailure: onFailure).value
  }

  func tokens() async {
    await betable.unbackedToken("user-1", onComplete: onToken, onFailure: onFailure).value
    await betable.token("code-0815", onCompletion: onToken, onFailure: onFailure).value
  }

  // MARK: - Batches

  func batch() async {
    let batch = BetableBatchRequest(betable: betable)
    batch.bet(forGame: "game", withData: ["wager": "0.10"], withName: "first")
    batch.unbackedBet(forGame: "game", withData: ["wager": "0.10"], withName: "second")
    batch.creditBet(
      forGame: "game", creditGame: "credit", withData: ["wager": "1"], withName: "third")
    batch.unbackedCreditBet(
      forGame: "game", creditGame: "credit", withData: ["wager": "1"], withName: "fourth")
    let request = batch.createRequest(
      withPath: "/account/wallet", method: "GET", name: "wallet", dependencies: ["first"],
      data: nil)
    batch.addRequest(request)
    await batch.runBatch(onComplete: onComplete("batch"), onFailure: onFailure).value
  }

  // MARK: - Addresses

  var addresses: [String] {
    [
      betable.getTokenURL(), betable.getBetURL("game"), betable.getWalletURL(),
      betable.getAccountURL(),
    ]
  }
}

/// The minimal callbacks: the guide's only required method.
struct LeastCallbacks: BetableCredentialCallbacks {
  let currentGameView: any BetablePresenter
}
