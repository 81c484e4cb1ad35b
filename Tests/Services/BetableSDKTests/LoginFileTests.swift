import APICore
import BetableSDK
import Foundation
import TestSupport
import Testing

/// The file that keeps a login, in the keychain's place.
struct LoginFileTests {
  private let login = StoredLogin(
    credentials: ServedBetable.credentials, pendingState: Secret("pending-state-0815"))

  private func rights(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `a login comes back from its file, which its owner alone can read`() throws {
    let folder = try TemporaryFolder()
    let store = BetableCredentialFile(path: folder.file("a/login.json"))
    #expect(try store.load() == StoredLogin())
    try store.save(login)
    #expect(try rights(store.path) == 0o600)
    #expect(try BetableCredentialFile(path: store.path).load() == login)
    let guest = StoredLogin(credentials: ServedBetable.unbacked)
    try store.save(guest)
    #expect(try store.load() == guest && store.load().credentials?.isUnbacked == true)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("a"))
    #expect(names.sorted() == ["login.json", "login.json.installation"])
  }

  @Test func `nothing is left of a login that has ended`() throws {
    let folder = try TemporaryFolder()
    let store = BetableCredentialFile(path: folder.file("login.json"))
    try store.save(login)
    try store.save(StoredLogin())
    try store.save(StoredLogin())
    #expect(!FileManager.default.fileExists(atPath: store.path))
    #expect(try store.load() == StoredLogin())
  }

  @Test func `what another installation kept does not count`() throws {
    let folder = try TemporaryFolder()
    let store = BetableCredentialFile(path: folder.file("login.json"))
    try store.save(login)
    let kept = try Data(contentsOf: URL(filePath: store.path))
    try FileManager.default.removeItem(atPath: store.markerPath)
    #expect(try store.load() == StoredLogin())
    // The app is reinstalled, and an old backup of the login returns.
    try store.save(StoredLogin(credentials: ServedBetable.unbacked))
    try FileManager.default.removeItem(atPath: store.path)
    #expect(
      FileManager.default.createFile(
        atPath: store.path, contents: kept, attributes: [.posixPermissions: 0o600]))
    #expect(try store.load() == StoredLogin())
  }

  @Test(arguments: [0o644, 0o640, 0o602])
  func `a file that others can read or write is refused`(mode: Int) throws {
    let folder = try TemporaryFolder()
    let store = BetableCredentialFile(path: folder.file("login.json"))
    try store.save(login)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: store.path)
    #expect(
      throws: BetableError.invalid(
        "\(store.path): found a file that others can read; expected one of your own, mode 0600")
    ) { try store.load() }
  }

  @Test(arguments: ["", "{", "null", "[1]", #"{"installation": 7}"#])
  func `a damaged file holds no login`(text: String) throws {
    let folder = try TemporaryFolder()
    let store = BetableCredentialFile(path: folder.file("login.json"))
    try store.save(login)
    try Data(text.utf8).write(to: URL(filePath: store.path))
    #expect(try store.load() == StoredLogin())
  }

  @Test func `a place where nothing can be kept is named`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "file") + "/login.json"
    let error = #expect(throws: BetableError.self) {
      try BetableCredentialFile(path: path).save(login)
    }
    let text = try #require(error).description
    #expect(text.contains("expected a file to keep the login in"))
    #expect(!text.contains(ServedBetable.token))
  }

  @Test func `a logout ends the login in memory even where the store cannot be emptied`()
    async throws
  {
    struct Stuck: BetableCredentialStore {
      func load() -> StoredLogin { StoredLogin(credentials: ServedBetable.credentials) }
      func save(_ login: StoredLogin) throws(BetableError) { throw .invalid("stuck") }
    }
    let served = try ServedBetable()
    var surroundings = served.surroundings
    surroundings.store = Stuck()
    let betable = Betable(ServedBetable.settings(served.server.url), surroundings: surroundings)
    betable.launch()
    #expect(betable.loadStoredLogin())
    await #expect(throws: BetableError.invalid("stuck")) { try await betable.logout() }
    #expect(betable.credentials == nil)
  }
}
