/// The Python packages that check our files from outside; see `scripts/test-packages.sh`.
public enum Python {
  /// The reason why a test that needs them is skipped.
  public static let absence = "pyarrow, polars and duckdb are not in .deps/python"

  /// Whether pyarrow, polars and duckdb can be imported.
  public static let hasPackages: Bool =
    (try? run("import pyarrow, polars, duckdb"))?.exitCode == 0

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - script: Python source.
  ///   - arguments: Its `sys.argv[1:]`.
  /// - Returns: Its exit code and output.
  /// - Throws: If there is no Python.
  public static func run(_ script: String, _ arguments: String...) throws -> ProcessResult {
    try RailbirdProcess.run(
      program: "python3", ["-c", script] + arguments,
      environment: ["PYTHONPATH": RailbirdProcess.packageFolder + "/.deps/python"])
  }
}
