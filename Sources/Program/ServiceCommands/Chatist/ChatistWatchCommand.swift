import ArgumentParser
import ChatistSDK
import CommandTools

struct ChatistWatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Prints messages as they come, each once and in order.",
    discussion: """
      Begins with the first message, or behind those that a bookmark records, and goes on until it is \
      interrupted. A message is printed one poll after it first appears, so that one that was sent \
      before it and appears later comes first. With --json each message is a line.

      A poll that fails is reported on standard error and made again; the tenth in a row ends the watch.

      --bookmark records the printed messages for the next run. A message counts as printed just \
      before it is: a run that is killed at that moment does not print it, and nor does the next.

      Examples:
        railbird chatist watch --bookmark chat.bookmark --customer customer-1
        railbird chatist watch ticket_1 --interval 5 --customer customer-1 --json
      """)

  @Argument(help: "The ticket's id (default: all tickets).") var id: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The file that records the printed messages.", valueName: "file"),
    completion: .file())
  var bookmark: String?

  @Option(
    name: .long, help: ArgumentHelp("The time between two polls.", valueName: "seconds"))
  var interval = 30.0

  @OptionGroup var options: ChatistCallOptions

  func validate() throws {
    guard (0.01...86_400).contains(interval) else {
      throw ValidationError("--interval: found \(interval); expected 0.01 to 86400 seconds")
    }
  }

  func run() async throws {
    try await options.reporting(id.map { .ticket($0) } ?? .service) { client in
      var messages = client.newMessages(in: id, interval: .seconds(interval)).reporting {
        Console.trace("railbird: chatist: a poll failed, another follows: \($0)")
      }
      if let bookmark { messages = messages.keeping(MessageBookmarkFile(bookmark)) }
      let watched = messages
      let task = Task { await printed(watched) }
      let signals = StopSignals { task.cancel() }
      let outcome = await task.value
      signals.cancel()
      try outcome.get()
      // The messages end only by cancellation.
      throw ExitCode(130)
    }
  }

  // MARK: - Implementation

  /// Prints messages until the task is cancelled.
  private func printed(_ messages: MessageSequence) async -> Result<Void, ChatistFailure> {
    do throws(ChatistFailure) {
      var iterator = messages.makeAsyncIterator()
      while let message = try await iterator.next() { print(message) }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private func print(_ message: MessageDto) {
    let json = options.json ? try? ChatistText.json(message) : nil
    Console.print(
      json
        ?? ChatistText.lines(message, of: id ?? message.ticketId).joined(separator: "\n"))
  }
}
