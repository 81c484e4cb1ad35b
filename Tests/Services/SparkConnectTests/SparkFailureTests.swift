import Testing

@testable import SparkConnect

/// The sentences of a server's failures, in the words of Spark 4.3.
struct SparkFailureTests {
  @Test(arguments: [
    (
      "[ARITHMETIC_OVERFLOW] overflow. Use 'try_add'. SQLSTATE: 22003",
      "ARITHMETIC_OVERFLOW", "22003", "a sum is too large for the cluster's numbers"
    ),
    (
      "[PATH_NOT_FOUND] Path does not exist: file:/nowhere. SQLSTATE: 42K03",
      "PATH_NOT_FOUND", "42K03", "the cluster finds no such file or folder"
    ),
    (
      "[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column `nope`. SQLSTATE: 42703; line 1 pos 7;",
      "UNRESOLVED_COLUMN.WITH_SUGGESTION", "42703",
      "the files on the cluster have other columns than expected"
    ),
    (
      "[OPERATION_CANCELED] Operation has been canceled. SQLSTATE: HY008",
      "OPERATION_CANCELED", "HY008", "the query was interrupted on the server"
    ),
    (
      "[PARSE_SYNTAX_ERROR] Syntax error at or near 'SELEC'. SQLSTATE: 42601 (line 1, pos 0)",
      "PARSE_SYNTAX_ERROR", "42601", "the cluster cannot run the query"
    ),
  ])
  func `a failure without details is read from its words`(
    message: String, errorClass: String, state: String, kind: String
  ) {
    let failure = SparkFailure(
      status: 13, errorClass: nil, sqlState: nil, message: message + "\n== SQL ==\nSELECT")
    #expect(failure.errorClass == errorClass && failure.sqlState == state)
    #expect("\(failure)" == "\(kind): \(message)")
  }

  @Test func `a failure without words names its status`() {
    let failure = SparkFailure(status: 2, errorClass: nil, sqlState: nil, message: "")
    #expect("\(failure)" == "the cluster cannot run the query: gRPC status 2")
  }

  @Test func `the end of a long text is cut`() {
    let failure = SparkFailure(
      status: 2, errorClass: nil, sqlState: nil, message: String(repeating: "x", count: 3_000))
    #expect(failure.message.count == 500)
  }
}
