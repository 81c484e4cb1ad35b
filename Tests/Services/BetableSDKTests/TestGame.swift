import APICore
import BetableSDK
import Foundation
import Synchronization

/// A game that records its callbacks, and a player with scripted decisions.
final class TestGame: BetableCredentialCallbacks {
  let screen: TestScreen
  private let told = Mutex<[String]>([])
  /// The logins that the game has got, in order.
  let logins = Mutex<[BetableCredentials]>([])
  private let waiting = Mutex<[(String, CheckedContinuation<Void, Never>)]>([])

  init(_ screen: TestScreen = TestScreen()) {
    self.screen = screen
    screen.tell = { [weak self] in self?.add($0) }
  }

  var currentGameView: any BetablePresenter { screen }

  /// The game's callbacks and the player's screens, in order.
  var story: [String] { told.withLock { $0 } }

  /// Waits for an entry.
  func wait(for text: String) async {
    await withCheckedContinuation { continuation in
      waiting.withLock { $0.append((text, continuation)) }
      wake()
    }
  }

  func add(_ text: String) {
    told.withLock { $0.append(text) }
    wake()
  }

  private func wake() {
    let story = story
    let ready = waiting.withLock { waiting in
      let ready = waiting.filter { story.contains($0.0) }
      waiting.removeAll { story.contains($0.0) }
      return ready
    }
    for (_, continuation) in ready { continuation.resume() }
  }

  nonisolated(nonsending) func onCredentialsSuccess(_ credentials: BetableCredentials) async {
    logins.withLock { $0.append(credentials) }
    add("success")
  }
  nonisolated(nonsending) func onCredentialsRevoked() async { add("revoked") }
  nonisolated(nonsending) func onCredentialsFailure() async { add("failure") }
  nonisolated(nonsending) func onPreRealityCheck() async { add("pre") }
  nonisolated(nonsending) func onPostRealityCheck() async { add("post") }
}

/// A screen without a display: it records what it should show.
final class TestScreen: WebPresenter, RealityCheckPresenter {
  private struct State {
    var pages: [WebPage] = []
    var closers: [BetableCancelHandler] = []
    var choices: [RealityCheckChoice] = []
    var forgotten: [[String]] = []
    var tell: (@Sendable (String) -> Void)?
  }

  private let state: Mutex<State>
  private let closesAtOnce: Bool

  /// Makes a screen whose player makes the given choices, and then always continues.
  init(_ choices: [RealityCheckChoice] = [], closesAtOnce: Bool = false) {
    state = Mutex(State(choices: choices))
    self.closesAtOnce = closesAtOnce
  }

  var tell: (@Sendable (String) -> Void)? {
    get { state.withLock { $0.tell } }
    set { state.withLock { $0.tell = newValue } }
  }

  var pages: [WebPage] { state.withLock { $0.pages } }

  /// The cookies to delete, call by call.
  var forgotten: [[String]] { state.withLock { $0.forgotten } }

  /// Closes the last page.
  func close() { state.withLock { $0.closers.last }?() }

  func present(_ page: WebPage, onClose: @escaping BetableCancelHandler) async {
    state.withLock { state in
      state.pages.append(page)
      state.closers.append(onClose)
    }
    tell?("shows \(page.kind.rawValue)")
    if closesAtOnce { onClose() }
  }

  func dismiss() async { tell?("dismiss") }

  func forgetCookies(_ names: [String]) async {
    state.withLock { $0.forgotten.append(names) }
    tell?("forgets \(names.count) cookies")
  }

  func chooseAtRealityCheck(_ choices: [RealityCheckChoice]) async -> RealityCheckChoice {
    let choice = state.withLock { state in
      state.choices.isEmpty ? .continuePlaying : state.choices.removeFirst()
    }
    tell?(choice.title)
    return choice
  }
}
