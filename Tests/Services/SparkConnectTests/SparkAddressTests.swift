import APICore
import Testing

@testable import SparkConnect

/// The addresses that people write.
struct SparkAddressTests {
  @Test(arguments: [
    ("sc://spark.example", "spark.example:15002", false, "railbird"),
    ("sc://10.0.0.7:17000/", "10.0.0.7:17000", false, "railbird"),
    ("sc://h:1/;use_ssl=true", "h:1", true, "railbird"),
    ("sc://h:1/;use_ssl=false;user_id=anna%20k", "h:1", false, "anna k"),
    ("sc://[::1]:15002/;use_ssl=true;", "[::1]:15002", true, "railbird"),
  ])
  func `an address has host, port and settings`(
    text: String, name: String, usesTLS: Bool, user: String
  ) throws {
    let address = try SparkAddress(text)
    #expect(address.name == name && address.usesTLS == usesTLS && address.userID == user)
    let scheme = usesTLS ? "https" : "http"
    #expect(
      address.url(of: "Config").absoluteString
        == "\(scheme)://\(name)/spark.connect.SparkConnectService/Config")
  }

  @Test(arguments: [
    ("http://h:1", "http://h:1", "sc://HOST:PORT, or sc://HOST:PORT/;use_ssl=true"),
    ("sc://", "sc://", "sc://HOST:PORT, or sc://HOST:PORT/;use_ssl=true"),
    ("sc://h:0", "sc://h:0", "sc://HOST:PORT, or sc://HOST:PORT/;use_ssl=true"),
    ("sc://h:1/path", "sc://h:1/path", "sc://HOST:PORT, or sc://HOST:PORT/;use_ssl=true"),
    (
      "sc://h:1;use_ssl=true", "sc://h:1;use_ssl=true",
      "sc://HOST:PORT, or sc://HOST:PORT/;use_ssl=true"
    ),
    (
      "sc://h:1/?token=hunter2", "sc://h:1/ with more after it",
      "sc://HOST:PORT, or sc://HOST:PORT/;use_ssl=true"
    ),
    ("sc://a%20b:15002", "the host a b", "a name of letters, digits, - and ., or a number"),
    ("sc://ho%5Bst:1", "the host ho[st", "a name of letters, digits, - and ., or a number"),
    ("sc://é.example", "the host é.example", "a name of letters, digits, - and ., or a number"),
    (
      "sc://me:hunter2@h:1", "a user name in the address", ";user_id=NAME at its end"
    ),
    (
      "sc://h:1/;use_ssl=yes", "the parameter use_ssl=yes",
      "use_ssl=true, use_ssl=false or user_id=NAME"
    ),
    ("sc://h:1/;x=1", "the parameter x", "use_ssl=true, use_ssl=false or user_id=NAME"),
    ("sc://h:1/;Token=abc", "the parameter Token", "use_ssl=true, use_ssl=false or user_id=NAME"),
    (
      "sc://h:1/;token=hunter2",
      "a token in the address, where other users of this machine can read it",
      "the variable RAILBIRD_SPARK_TOKEN, or a file of credentials"
    ),
    (
      "spark://h:7077", "spark://, a master's own protocol",
      "the address of a Spark Connect server, such as sc://HOST:15002; Spark's "
        + "sbin/start-connect-server.sh --master spark://… starts one"
    ),
  ])
  func `another text is refused, and a secret in it not shown`(
    text: String, found: String, expected: String
  ) {
    #expect(throws: SparkError.badAddress(found: found, expected: expected)) {
      try SparkAddress(text)
    }
  }

  @Test func `a token goes to this machine or by TLS alone`() throws {
    let token = Secret("hunter2")
    for text in ["sc://127.0.0.1:1", "sc://localhost", "sc://far.example/;use_ssl=true"] {
      _ = try SparkChannel(SparkAddress(text), token: token, transport: .init())
    }
    #expect(
      throws: SparkError.badAddress(
        found: "a token for far.example:15002 without TLS",
        expected: "sc://far.example:15002/;use_ssl=true, or no token")
    ) {
      try SparkChannel(SparkAddress("sc://far.example"), token: token, transport: .init())
    }
  }
}
