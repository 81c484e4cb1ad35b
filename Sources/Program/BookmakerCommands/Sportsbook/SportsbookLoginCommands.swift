import ArgumentParser
import Columns
import CommandTools
import SportsbookAPI

struct SportsbookLoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Logs in, and keeps the token until `logout`.",
    discussion: """
      There is no option for a password: other users of a machine can see the options of \
      commands. Only you can read the file that keeps the token (mode 0600); it holds no \
      password.

      Examples:
        railbird sportsbook login --base-url https://book.example \\
          --credentials ~/.sportsbook
      """)

  @OptionGroup var options: SportsbookOptions
  @Flag(name: .long, help: "Print JSON.") var json = false

  private struct Login: Encodable {
    let base_url: String
    let user: User?
    let session: String
  }

  func run() async throws {
    try await reportingErrors {
      try await options.printingErrors {
        let secrets = try SportsbookSecrets(options.service, anew: true)
        let client = try options.client(secrets)
        let login = try await client.login()
        let place = client.settings.baseURL.absoluteString
        let path = try secrets.begin(login.token)
        if json {
          return Console.print(
            try SportsbookText.json(Login(base_url: place, user: login.user, session: path)))
        }
        let name = login.user.map { "\($0.name) (\($0.id))" } ?? "a user without a name"
        Console.print(DisplayWidth.printable("Logged in at \(place) as \(name)"))
      }
    }
  }
}

struct SportsbookLogoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Forgets the token that `login` has kept.",
    discussion: "Answers are never kept from one command to the next.")

  @Option(name: .long, help: .sportsbookSession, completion: .file()) var session: String?
  @Flag(name: .long, help: "Print JSON.") var json = false

  func run() throws {
    try reportingErrors {
      let file = SportsbookSessionFile(session)
      try KeptLogin.check(file.path)
      let wasKept = try file.remove()
      if json { return Console.print("{\"logged_out\":\(wasKept)}") }
      Console.print(wasKept ? "Logged out" : "No user was logged in")
    }
  }
}
