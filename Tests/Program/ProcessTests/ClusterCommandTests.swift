import Foundation
import TestSupport
import Testing

/// The options of a cluster, as far as no cluster is needed for them.
struct ClusterCommandTests {
  private static func run(
    _ command: String, _ options: [String], _ environment: [String: String] = [:]
  ) throws -> ProcessResult {
    let folder = try TemporaryFolder()
    let out = ["--out", folder.file("out")]
    return try RailbirdProcess.run([command] + options + out, environment: environment)
  }

  @Test(arguments: [
    (["--engine", "sc://h"], "--engine: found no --dataset; expected one"),
    (["--dataset", "file:///d"], "--dataset: found no --engine; expected one"),
    ([], "--store: found none; expected it, or --engine and --dataset"),
    (
      ["--store", "S", "--engine", "sc://h", "--dataset", "/d"],
      "--store: found --engine too; expected one of them"
    ),
    (
      ["--engine", "spark://h:7077", "--dataset", "/d"],
      "--engine: found spark://, a master's own protocol; expected the address of a Spark Connect"
    ),
    (["--engine", "sc://h/;token=hunter2", "--dataset", "/d"], "--engine: found a token in the"),
    (
      ["--engine", "sc://h/;use_ssl=TRUE", "--dataset", "/d"],
      "--engine: found the parameter use_ssl=TRUE; expected use_ssl=true, use_ssl=false or"
    ),
    (
      ["--engine", "sc://h", "--dataset", "file:///a/b:c"],
      "--dataset: found : in the path of file:///a/b:c; expected a folder's name without it"
    ),
    (
      ["--engine", "sc://h", "--dataset", "lake"],
      "--dataset: found lake; expected a URI such as file:///shared/racing"
    ),
    (
      ["--engine", "sc://h", "--dataset", "/d", "--engine-timeout", "soon"],
      "--engine-timeout: found soon; expected a time such as 90s, 10m or 2h"
    ),
    (
      ["--engine", "sc://h", "--dataset", "/d", "--format", "html"],
      "--format: found html with --engine; expected csv, json, xlsx or several, as pages need the store"
    ),
    (
      ["--engine", "sc://h", "--dataset", "/d", "--keep-sums"],
      "--keep-sums: found --engine too; expected a store"
    ),
  ])
  func `options that do not fit are bad usage`(options: [String], text: String) throws {
    let result = try parse(["report"] + options + ["--out", "O"])
    #expect(result.exitCode == 64 && result.stderr.contains(text), "\(result.stderr)")
    #expect(!result.stderr.contains("hunter2"))
  }

  @Test func `files that cannot be written are reported before the cluster is asked`() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: folder.file("file")))
    let result = try RailbirdProcess.run(
      ["report", "--engine", "sc://127.0.0.1:1", "--dataset", "/d", "--by", "jockey"]
        + ["--out", folder.file("file/out")])
    #expect(result.exitCode == 1)
    #expect(result.stderr.contains("file/out: cannot be written (Not a directory)"))
  }

  @Test func `a token for another machine goes by TLS alone`() throws {
    let result = try Self.run(
      "report", ["--engine", "sc://spark.example", "--dataset", "/d"],
      ["RAILBIRD_SPARK_TOKEN": "hunter2"])
    #expect(result.exitCode == 64)
    #expect(result.stderr.contains("found a token for spark.example:15002 without TLS"))
    #expect(!result.stderr.contains("hunter2"))
  }

  /// Port 1 of this machine has no listener.
  @Test(arguments: ["report", "drift"])
  func `a server that is not there is named`(command: String) throws {
    let result = try Self.run(
      command, ["--engine", "sc://127.0.0.1:1", "--dataset", "/d"], ["RAILBIRD_SPARK_TOKEN": ""])
    #expect(result.exitCode == 1)
    #expect(
      result.stderr.contains(
        "railbird: 127.0.0.1:1: no Spark Connect server can be reached (connection refused)"),
      "\(result.stderr)")
  }
}
