import BetableSDK
import Foundation
import Synchronization

/// A player at a terminal: pages are shown by their address, and reality checks are asked in a line.
final class TerminalPlayer: BetableCredentialCallbacks, WebPresenter, RealityCheckPresenter {
  /// The end of a watched session.
  enum End: Sendable {
    /// By the player's choice.
    case loggedOut
    /// The service says so.
    case lost
    /// A check was due, and there was nobody to ask.
    case unasked
  }

  private let ends = AsyncStream.makeStream(of: End.self)
  private let hasChosenLogout = Mutex(false)

  var presenter: any BetablePresenter { self }

  /// Waits for the end of the session.
  func end() async -> End {
    for await end in ends.stream { return end }
    return .lost
  }

  // MARK: - BetableCredentialCallbacks

  nonisolated(nonsending) func onCredentialsRevoked() async {
    ends.continuation.yield(hasChosenLogout.withLock { $0 } ? .loggedOut : .lost)
  }

  // MARK: - WebPresenter

  func present(_ page: WebPage, onClose: @escaping BetableCancelHandler) async {
    // A new login is another command's.
    guard page.kind != .authorize else { return }
    Console.print(page.url.absoluteString)
    onClose()
  }

  // MARK: - RealityCheckPresenter

  func chooseAtRealityCheck(_ choices: [RealityCheckChoice]) async -> RealityCheckChoice {
    Console.trace("Reality check: you have played for a while.")
    let list = choices.enumerated().map { "\($0 + 1) \($1.title)" }.joined(separator: ", ")
    while true {
      Console.trace(list + "?")
      guard let line = await Self.line() else {
        ends.continuation.yield(.unasked)
        // The command ends now; no choice is better than one that nobody made.
        try? await Task.sleep(for: .seconds(86_400))
        return .logout
      }
      guard let choice = Self.choice(line, choices) else { continue }
      if choice == .logout { hasChosenLogout.withLock { $0 = true } }
      return choice
    }
  }

  // MARK: - Implementation

  private static func line() async -> String? {
    await withCheckedContinuation { continuation in
      // Whoever thinks must not hold one of the few threads that all tasks share.
      DispatchQueue.global().async { continuation.resume(returning: readLine()) }
    }
  }

  /// The choice by its number, or by the beginning of its words.
  private static func choice(
    _ line: String, _ choices: [RealityCheckChoice]
  ) -> RealityCheckChoice? {
    let text = line.trimmingCharacters(in: .whitespaces).lowercased()
    if let number = Int(text) {
      return choices.indices.contains(number - 1) ? choices[number - 1] : nil
    }
    return text.isEmpty ? nil : choices.first { $0.title.lowercased().hasPrefix(text) }
  }
}
