import BetableSDK
import CommandTools
import Foundation
import Synchronization

/// A player at a terminal: pages are shown as addresses, and reality checks as questions.
final class TerminalPlayer: BetableCredentialCallbacks, WebPresenter, RealityCheckPresenter {
  /// The end of a watched session.
  enum End: Sendable {
    /// The player logged out.
    case loggedOut
    /// The service ended the session.
    case lost
    /// A check was due, but no player is at the terminal.
    case unasked
  }

  private let ends = AsyncStream.makeStream(of: End.self)
  private let hasChosenLogout = Mutex(false)

  var currentGameView: any BetablePresenter { self }

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
    // A new login needs another command.
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
        // The command is about to end: wait, rather than invent a choice.
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
      // Waiting for input must not block one of the few threads that all tasks share.
      DispatchQueue.global().async { continuation.resume(returning: readLine()) }
    }
  }

  /// Finds a choice by its number, or by the beginning of its title.
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
