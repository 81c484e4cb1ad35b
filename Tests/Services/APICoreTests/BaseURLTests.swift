import APICore
import Testing

struct BaseURLTests {
  @Test(arguments: [
    ("https://api.example", "https://api.example"), ("https://api.example/", "https://api.example"),
    (" https://api.example/v1// ", "https://api.example/v1"),
    ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"), ("http://localhost", "http://localhost"),
    ("http://127.1.2.3", "http://127.1.2.3"), ("HTTP://LOCALHOST:1", "HTTP://LOCALHOST:1"),
    ("http://[::1]:80/a", "http://[::1]:80/a"),
  ])
  func `https and this machine are accepted`(text: String, url: String) throws {
    #expect(try BaseURL(text).url.absoluteString == url)
  }

  @Test(arguments: [
    "http://api.example", "http://127.0.0.1.example", "http://127.example", "http://1270.0.0.1",
    "http://localhost.example", "http://10.0.0.1", "http://127.0.0.256", "http://[::2]",
    "http://127.0.0.1@api.example", "http://0x7f.0.0.1", "http://127.0.0.01", "http://127.1",
  ])
  func `plain http to another machine is refused`(text: String) {
    #expect(throws: SettingsError.self) { try BaseURL(text) }
  }

  @Test func `plain http can be allowed`() throws {
    #expect(
      try BaseURL("http://api.example", allowsPlainHTTP: true).url.absoluteString
        == "http://api.example")
  }

  @Test(arguments: [
    ("", "base URL: found nothing; expected a URL such as https://api.example"),
    ("api.example", "base URL: found “api.example”; expected a URL such as https://api.example"),
    ("ftp://h", "base URL: found “ftp://h”; expected a URL such as https://api.example"),
    ("https://", "base URL: found “https://”; expected a URL such as https://api.example"),
    ("https://me:pw@h", "base URL: found a user name in the URL; expected a URL without one"),
    (
      "https://h/?key=1",
      "base URL: found a URL with ? or #; expected a URL without query and fragment"
    ),
    ("https://h:0", "base URL: found port 0; expected a port from 1 to 65535"),
    (
      "https://127.0.0.01:1/",
      "base URL: found the host “127.0.0.01”; expected a name, or an address of four numbers such "
        + "as 127.0.0.1"
    ),
    (
      "https://0x7f000001",
      "base URL: found the host “0x7f000001”; expected a name, or an address of four numbers such "
        + "as 127.0.0.1"
    ),
    (
      "http://h", "base URL: found http://h; expected https, or http only for this machine"
    ),
  ])
  func `what is wrong is said`(text: String, message: String) {
    #expect {
      try BaseURL(text)
    } throws: { "\($0)" == message }
  }
}
