import ArgumentParser
import BetableSDK
import Columns
import CommandTools
import Foundation

struct BetableSessionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Checks the session, extends it or watches it.",
    discussion: """
      --watch checks once a minute, and at a reality check asks you on the terminal: log out, \
      continue, or show the balance. It ends with the session, and the login with it. If the session \
      has ended, the exit code is 1.

      Examples:
        railbird betable session
        railbird betable session --keep-alive --store S
        railbird betable session --watch
      """, aliases: ["heartbeat"])

  @OptionGroup var options: BetableOptions
  @OptionGroup var journal: BetableJournalOptions
  @Flag(name: .long, help: "Extend the session.") var keepAlive = false
  @Flag(name: .long, help: "Watch the session until it ends.") var watch = false

  private struct Status: Encodable {
    let alive: Bool
    let remaining_ms: Int64?
  }

  func validate() throws {
    guard !watch || !(keepAlive || options.json) else {
      throw ValidationError(
        "--watch: found it with \(keepAlive ? "--keep-alive" : "--json"); expected one of them")
    }
  }

  func run() async throws {
    try await options.reporting(
      watch ? .id : .none, store: journal.store, { $0.heartbeats.grace = Limits.failedHeartbeats }
    ) { work in
      let status = try await status(work.betable)
      if work.json {
        Console.print(
          try BetableText.json(
            Status(
              alive: status.isAlive,
              remaining_ms: status.remaining.map { Int64($0 / .milliseconds(1)) })))
      } else if status.isAlive {
        Console.print(line(status))
      }
      guard status.isAlive else {
        // A watch ends the login once it learns that the session has ended, even from the first
        // answer.
        if watch { try await work.betable.logout() }
        throw BetableError.invalid(
          "session: found one that has ended; expected a live one: "
            + "railbird betable authorize, then railbird betable login")
      }
      if watch { try await watch(work) }
    }
  }

  // MARK: - Implementation

  private func status(_ betable: Betable) async throws(BetableError) -> SessionStatus {
    do throws(BetableError) {
      return keepAlive ? try await betable.keepAlive() : try await betable.heartbeat()
    } catch {
      if watch, error.isRefusal { try await betable.logout() }
      throw error
    }
  }

  private func line(_ status: SessionStatus) -> String {
    guard let remaining = status.remaining else { return "The session is live" }
    return remaining == .zero
      ? "The session is live; a reality check is due"
      : "The session is live; the next reality check is in \(BetableText.span(remaining))"
  }

  private func watch(_ work: BetableWork) async throws {
    let player = TerminalPlayer()
    try await work.betable.checkCredentials(player)
    switch await player.end() {
    case .loggedOut: Console.print("Logged out")
    case .lost:
      throw BetableError.invalid(
        "session: found one that has ended; expected a live one: "
          + "railbird betable authorize, then railbird betable login")
    case .unasked:
      throw BetableError.invalid(
        "reality check: found the end of standard input; expected a choice. The session runs out "
          + "by itself")
    }
  }
}
