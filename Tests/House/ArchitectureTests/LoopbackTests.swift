import Foundation
import TestSupport
import Testing

/// Tests send only to this machine.
struct LoopbackTests {
  /// Whether a host is safe to name: unresolvable (RFC 2606; `evil` is not delegated either), this
  /// machine, or computed by a test or script.
  private static func isHarmless(_ host: String) -> Bool {
    let name = host.prefix { $0 != ":" }
    let ending = name.split(separator: ".").last.map(String.init) ?? ""
    return name == "127" || name.hasPrefix("127.") || name.hasPrefix("\\(")
      || name.hasPrefix("[") || name.hasPrefix("{")
      || ["localhost", "example", "invalid", "evil"].contains(ending.lowercased())
  }

  /// Hosts that tests compare and never contact.
  private static let compared: Set = [
    "horse-racing-usa.p.rapidapi.com", "api.betable.com", "betable.com", "prospecthallcasino.com",
    "authorize",
  ]

  /// Returns the targets of `Tests/` whose tests can send: by the transport, or by the command.
  private static func sendingFolders(_ texts: [String: String]) -> Set<Substring> {
    let senders = texts.filter { $0.value.contains("import HTTPTransport") }.keys
    return Set(senders.compactMap(target)).union(["ProcessTests"])
  }

  /// The target of a file: the folder in its storey.
  private static func target(_ file: String) -> Substring? {
    file.split(separator: "/").dropFirst().first
  }

  @Test func `no test names a host that could be reached outside this machine`() throws {
    let folder = RailbirdProcess.packageFolder + "/Tests"
    var texts: [String: String] = [:]
    // `make fuzz` puts packages of others beside its targets.
    for file in files(below: folder)
    where [".swift", ".py"].contains(where: file.hasSuffix) && !file.contains("/.build/") {
      texts[file] = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
    }
    let sending = Self.sendingFolders(texts)
    #expect(sending.isSuperset(of: ["PoniRacingTests", "HTTPTransportTests"]))
    // Any script may send.
    for (file, text) in texts
    where file.hasSuffix(".py") || Self.target(file).map(sending.contains) == true {
      for match in text.matches(of: /https?:\/\/([^\/"'\s)?#`,;”\\]+)/) {
        let host = String(match.1)
        #expect(
          Self.isHarmless(host) || Self.compared.contains(host),
          "\(file): found \(host); expected 127.0.0.1 or a name that leads nowhere")
      }
    }
  }
}
