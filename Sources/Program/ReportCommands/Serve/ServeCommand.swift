import ArgumentParser
import Columns
import CommandTools
import Foundation
import PageServer

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Shows a store's reports in a browser on this machine, and answers questions live.",
    discussion: """
      Prints the address of a page, and serves until it is interrupted. The page is that of \
      `railbird report --format html`, under a form: keys, windows, filter, day and the other \
      options of a report. The address has the question and the view, so that it can be kept. \
      Imports are seen at the next question; nothing is written.

      It listens on 127.0.0.1 alone, and answers only addresses that begin with its token, a new \
      one at each start. For addresses that outlast it, say the port, and in the variable \
      RAILBIRD_SERVE_TOKEN a token of your own: 16 or more letters and digits.

      Examples:
        railbird serve --store S
        railbird serve --store S --open
        RAILBIRD_SERVE_TOKEN=$(cat token) railbird serve --store S --port 8090
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var aliasOptions: AliasOptions
  @Option(
    name: .long, help: ArgumentHelp("The port; 0 for any that is free.", valueName: "port"))
  var port: Int = 0
  @Flag(name: .long, help: "Open the page with the desktop's program.") var open = false

  private static let variable = "RAILBIRD_SERVE_TOKEN"

  func validate() throws {
    guard UInt16(exactly: port) != nil else {
      throw ValidationError("--port: found \(port); expected 0 to 65535")
    }
  }

  func run() async throws {
    let console = Console(work)
    try await reportingErrors {
      let desktop = open ? try Desktop() : nil
      let token = try Self.token()
      let store = try ServedStore(
        storeOptions.store, aliasOptions, threads: work.threadCount)
      let isVerbose = work.verbose
      let server = PageServer(token: token) { request in
        let answer = await store.answer(request)
        if isVerbose { Console.trace(Self.line(request, answer)) }
        return answer
      }
      let address = try await server.start(port: UInt16(port))
      let signals = StopSignals { Task { await server.stop() } }
      Console.print(address)
      console.note("serving \(storeOptions.store) on this machine alone; Ctrl-C ends it")
      var page: String?
      do throws(DesktopError) {
        page = try desktop?.open(secret: address)
      } catch {
        // The address is printed above, so the user can open it in another way.
        console.finding("railbird: \(error)")
      }
      await server.waitUntilStopped()
      if let page { try? FileManager.default.removeItem(atPath: page) }
      signals.cancel()
    }
  }

  // MARK: - Implementation

  /// Returns the user's token, or a new one.
  private static func token() throws -> String {
    KeptSecret.keepMemoryOut()
    guard let own = ProcessInfo.processInfo.environment[variable], !own.isEmpty else {
      return RandomWord.text
    }
    guard own.utf8.count >= 16, own.utf8.allSatisfy({ isLetterOrDigit($0) }) else {
      throw ValidationError("\(variable): expected 16 or more letters and digits")
    }
    return own
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte & 0xDF)
  }

  private static func line(_ request: PageRequest, _ answer: PageAnswer) -> String {
    let items = request.items.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    let time = answer.fields.first { $0.name == "Server-Timing" }.map { " \($0.value)" } ?? ""
    return DisplayWidth.printable("\(answer.status) /\(request.path) \(items)\(time)")
  }
}
