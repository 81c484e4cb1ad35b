import APICore
import ArgumentParser
import BetableSDK
import Columns
import CommandTools
import DomainFeeds
import Foundation
import SystemFiles

struct BetableAuthorizeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "authorize",
    abstract: "Prints the address of the page on which a player logs in.",
    discussion: """
      The address has a state that the redirect of this login must bring back. It is kept beside \
      the login until then, and replaces the state of an earlier address. The page of --classic \
      works in any browser; the other one needs an app to choose its screen.

      Examples:
        railbird betable authorize --classic
        railbird betable authorize --register --json
        railbird betable authorize --classic --base-url http://127.0.0.1:8080
      """, aliases: ["authorize-url"])

  @OptionGroup var options: BetableOptions
  @OptionGroup var redirect: BetableRedirectOptions
  @Flag(name: .long, help: "Show the registration first, not the login.") var register = false
  @Flag(name: .long, help: "The classic page of OAuth 2.") var classic = false

  private struct Page: Encodable {
    let url: String
    let page: String
    let screen: String
    let redirect_uri: String
  }

  func run() async throws {
    try await options.reporting(
      .idAndSecret(redirectURI: redirect.redirectURI), isLogin: true,
      { if classic { $0.authorizePage = .classic } }
    ) { work in
      let page = try work.betable.beginAuthorization(register ? .register : .login)
      if work.json {
        return Console.print(
          try BetableText.json(
            Page(
              url: page.url.absoluteString, page: page.kind.rawValue, screen: page.screen.rawValue,
              redirect_uri: redirect.redirectURI)))
      }
      Console.print(page.url.absoluteString)
      Console.hints(["Open it, and give the redirect that follows to: railbird betable login"])
    }
  }
}

struct BetableLoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Reads the redirect of a login, and keeps token and session until `logout`.",
    discussion: """
      The redirect is one line on standard input, or a file: it holds a code, and other users of \
      a machine see the arguments of commands. A redirect without the state of `authorize` is \
      refused, and nothing is sent.

      Examples:
        railbird betable login
        railbird betable login --redirect-file redirect.txt
        railbird betable login --unbacked user-17
      """, aliases: ["callback"])

  @OptionGroup var options: BetableOptions
  @OptionGroup var redirect: BetableRedirectOptions
  @OptionGroup var journal: BetableJournalOptions

  @Option(
    name: .long,
    help: ArgumentHelp("A file with the redirect, in place of standard input.", valueName: "file"),
    completion: .file())
  var redirectFile: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Get a token for unbacked bets of a user of yours, without any login.", valueName: "user"))
  var unbacked: String?

  /// Arguments, which are refused with a reason.
  @Argument(help: .hidden) var arguments: [String] = []

  private struct Login: Encodable {
    let base_url: String
    let user: String?
    let backed: Bool
    let session_file: String
  }

  func validate() throws {
    guard arguments.isEmpty else {
      throw ValidationError(
        "login: found an argument; expected the redirect on standard input: other users of this "
          + "machine can see arguments. If it was a redirect, start again with authorize")
    }
    guard unbacked != "" else {
      throw ValidationError("--unbacked: found nothing; expected a user")
    }
    if unbacked != nil, redirectFile != nil {
      throw ValidationError("--redirect-file: found it with --unbacked; expected one of them")
    }
  }

  func run() async throws {
    var url: URL?
    try await options.reporting(
      .idAndSecret(redirectURI: redirect.redirectURI), store: journal.store, isLogin: true,
      // `authorize` may be run while a person fetches the redirect.
      before: { if unbacked == nil { url = try redirectURL() } }
    ) { work in
      if let unbacked { return try await beginUnbacked(unbacked, work) }
      guard let url, try await work.betable.handleAuthorizeURL(url) else {
        throw BetableError.invalid(
          "redirect: found an address other than \(redirect.redirectURI); expected that. "
            + "Nothing was sent")
      }
      guard work.betable.credentials != nil else {
        throw BetableError.invalid("session: found one that has ended; expected a live one")
      }
      try printLogin(work)
    }
  }

  // MARK: - Implementation

  private func beginUnbacked(_ user: String, _ work: BetableWork) async throws {
    guard work.betable.credentials?.isUnbacked ?? true else {
      let path = BetableLoginFile.path(options.service.sessionFile)
      throw BetableError.invalid(
        "login: found one with a session in \(path); expected none, or one without: "
          + "railbird betable logout")
    }
    try await work.betable.unbackedToken(user)
    try printLogin(work)
  }

  /// Reads the redirect, which no message shows.
  private func redirectURL() throws -> URL {
    let (source, text): (String, String?)
    if let redirectFile {
      source = redirectFile
      guard let data = try? FileSystem.contents(of: redirectFile),
        let found = String(data: data, encoding: .utf8)
      else {
        throw BetableError.invalid("\(source): found no text; expected a file with the redirect")
      }
      text = found
    } else {
      source = "standard input"
      if Console.inIsTerminal { Console.trace("The redirect, from the address bar:") }
      text = readLine()
    }
    let line = text?.split(whereSeparator: \.isNewline).first
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard let line, !line.isEmpty else {
      throw BetableError.invalid(
        "\(source): found no line; expected the redirect, such as \(redirect.redirectURI)?code=…")
    }
    guard let url = URL(string: line) else {
      throw BetableError.invalid(
        "\(source): found no URL; expected the redirect, such as \(redirect.redirectURI)?code=…")
    }
    return url
  }

  private func printLogin(_ work: BetableWork) throws {
    let credentials = work.betable.credentials
    let isBacked = credentials?.isUnbacked == false
    if work.json {
      return Console.print(
        try BetableText.json(
          Login(
            base_url: work.place, user: credentials?.userID, backed: isBacked,
            session_file: BetableLoginFile.path(options.service.sessionFile))))
    }
    let user = credentials?.userID ?? "a user without an id"
    Console.print(
      DisplayWidth.printable(
        "Logged in at \(work.place) as \(user)"
          + (isBacked ? "" : ", for unbacked bets alone")))
  }
}

struct BetableLogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Forgets the login that `login` has kept.",
    discussion: """
      The guide has no call to end a session at the service: it runs out by itself.

      Example:
        railbird betable logout
      """)

  @Option(name: .long, help: .betableSession, completion: .file()) var sessionFile: String?
  @OptionGroup var journal: BetableJournalOptions
  @Flag(name: .long, help: "Print JSON.") var json = false

  func run() async throws {
    try await reportingErrors {
      do throws(BetableError) {
        try await end()
      } catch {
        Console.fail("betable: \(error)")
        throw ExitCode(1)
      }
    }
  }

  // MARK: - Implementation

  private func end() async throws(BetableError) {
    let path = BetableLoginFile.path(sessionFile)
    do { try KeptLogin.check(path) } catch { throw .invalid("\(error)") }
    let file = BetableLoginFile(path: path, place: "")
    // An unreadable login is forgotten too.
    let place = try? file.keptPlace()
    let wasKept = FileManager.default.fileExists(atPath: path)
    let records: BetRecords?
    do {
      records = try journal.store.map { try StoreBets.records(store: $0) }
    } catch {
      throw .invalid("\(error)")
    }
    let betable = Betable(
      BetableServiceSettings(
        clientID: "", clientSecret: Secret(""),
        redirectURI: try RedirectURI(BetableRedirectOptions.usual)),
      surroundings: BetableSurroundings(
        store: BetableLoginFile(path: path, place: place.flatMap { $0 } ?? ""),
        journal: records))
    betable.loadStoredLogin()
    try await betable.logout()
    try file.forget()
    if json { return Console.print("{\"logged_out\":\(wasKept)}") }
    Console.print(wasKept ? "Logged out" : "No user was logged in")
  }
}
