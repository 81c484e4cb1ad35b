import APICore
import Foundation
import TestSupport
import Testing

struct CredentialStoreTests {
  private func store(_ text: String, mode: Int = 0o600) throws -> CredentialStore {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "keys")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return try CredentialStore(environment: [:], file: path)
  }

  @Test func `names and values are read from lines`() throws {
    let store = try store(
      "# keys\n\n RAILBIRD_RACING_API_KEY = abc=1#2 \r\nCHATIST_API_KEY=\"a b\"\nX='y'\n")
    #expect(store["RAILBIRD_RACING_API_KEY"]?.exposed == "abc=1#2")
    #expect(store["CHATIST_API_KEY"]?.exposed == "a b")
    #expect(store["X"]?.exposed == "y")
    #expect(store["Y"] == nil)
  }

  @Test(arguments: [0o600, 0o400])
  func `a file that only its owner can read is accepted`(mode: Int) throws {
    #expect(try store("A=secret\n", mode: mode)["A"] != nil)
  }

  @Test(arguments: [(0o640, "mode 0640"), (0o604, "mode 0604"), (0o620, "mode 0620")])
  func `a file that others can reach is refused`(mode: Int, found: String) {
    #expect {
      try store("A=secret\n", mode: mode)
    } throws: { error in
      "\(error)".hasSuffix(
        "keys: found \(found); expected a file that only you can read (chmod 600)")
    }
  }

  @Test(arguments: [
    ("secret", "keys:1: found no =; expected NAME=value"),
    ("A=x\nA=y", "keys:2: found A a second time; expected NAME=value"),
    ("A=", "keys:1: found no value for A; expected NAME=value"),
    ("se cret=1", "keys:1: found a name that is no variable's; expected NAME=value"),
  ])
  func `a bad line is named, not shown`(text: String, message: String) {
    #expect {
      try store(text)
    } throws: { "\($0)".hasSuffix(message) && !"\($0)".contains("secret") }
  }

  @Test(arguments: [
    ("a\tb", "a control character"), ("a\u{7F}", "a control character"), ("a\n", "a line break"),
    ("a\r\nX-Other: b", "a line break"),
  ])
  func `a value that no header can carry is refused by name`(value: String, found: String) {
    #expect(
      throws: SettingsError.badCredential(name: "RAILBIRD_RACING_API_KEY", found: found)
    ) { try CredentialStore(environment: ["RAILBIRD_RACING_API_KEY": value]) }
  }

  @Test func `a file's control character is refused too`() {
    #expect {
      try store("RAILBIRD_SEASONAL_TOKEN=ab\tcd\n")
    } throws: { error in
      "\(error)"
        == "RAILBIRD_SEASONAL_TOKEN: found a control character; expected a value without line "
        + "breaks and control characters"
    }
  }

  @Test func `what is no file is refused`() throws {
    let folder = try TemporaryFolder()
    for path in [folder.file("absent"), folder.path] {
      #expect(throws: SettingsError.self) { try CredentialStore(environment: [:], file: path) }
    }
    #expect(
      throws: SettingsError.unreadable(
        path: folder.file("absent"), reason: "no such file or directory")
    ) { try CredentialStore(environment: [:], file: folder.file("absent")) }
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: SettingsError.unreadable(path: pipe, reason: "no ordinary file")) {
      try CredentialStore(environment: [:], file: pipe)
    }
  }

  @Test func `the file wins over the environment, of which only known names are taken`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("RAILBIRD_RACING_API_KEY=from-file\n", to: "keys")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let store = try CredentialStore(
      environment: [
        "RAILBIRD_RACING_API_KEY": "from-environment", "CHATIST_API_KEY": "k", "HOME": "/root",
        "RAILBIRD_BETABLE_CLIENT_ID": "",
      ], file: path)
    #expect(store["RAILBIRD_RACING_API_KEY"]?.exposed == "from-file")
    #expect(store.presentNames == ["CHATIST_API_KEY", "RAILBIRD_RACING_API_KEY"])
  }
}
