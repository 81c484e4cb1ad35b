/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes that a packed file, or all members of a zip archive, may always unpack to; more are
  /// refused beyond `unpackedRatio`, and at once beyond the machine's memory.
  static let unpackedBytes = 256 << 20
  /// Bytes that the parts of a Parquet file or Arrow stream read at once may always unpack to: an
  /// empty cell unpacks to eight bytes, and a text that is stored once is repeated for each row.
  static let unpackedColumnBytes = 1 << 30
  /// Unpacked bytes per packed byte beyond those; more are refused.
  ///
  /// Tables pack some ten to one, the most regular ones sixty to one.
  static let unpackedRatio = 200
  /// Bytes of a CSV file's first line; a longer one is refused.
  static let headerBytes = 1 << 20
  /// Bytes of any other line; a longer one is refused.
  static let lineBytes = 16 << 20
  /// Line breaks in a cell, even of a long comment; more are refused: stray quotes far apart make
  /// one cell of all between.
  static let cellLines = 100
  /// Rows that a Parquet file, or an Arrow stream from a cluster, may always have; more are refused
  /// beyond `rowsPerByte`: one value that is repeated takes few bytes, however many rows have it.
  static let parquetRows = 1 << 24  // Walls/CArrow/parquet_checks.h
  /// Rows per byte beyond those; more are refused.
  static let rowsPerByte = 16  // Walls/CArrow/parquet_checks.h
  /// Levels of arrays and objects in JSON; deeper ones are refused.
  static let jsonNesting = 1024  // Walls/CSimdJSON/cursor.h
  /// Steps of a mapping's path into JSON; more are refused.
  static let pathSteps = 64  // Walls/CSimdJSON/path.cpp
}
