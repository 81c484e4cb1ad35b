import TabularFiles
import Testing

struct ErrorMessageTests {
  @Test(arguments: [
    (
      FileError.cannotOpen(file: "r.csv", reason: "No such file or directory"),
      "r.csv: cannot be opened (No such file or directory)"
    ),
    (.empty(file: "r.csv"), "r.csv: found an empty file; expected a header line and records"),
    (.empty(file: "r.json.gz"), "r.json.gz: found an empty file; expected JSON documents"),
    (.empty(file: "r.parquet"), "r.parquet: found an empty file; expected Parquet"),
    (
      .malformed(file: "r.csv", found: "a NUL byte", expected: "UTF-8 text"),
      "r.csv: found a NUL byte; expected UTF-8 text"
    ),
    (
      .missingColumns(file: "r.csv", missing: ["race_id", "date"], present: ["horse", "sp"]),
      "r.csv: found the columns horse, sp; expected also race_id, date"
    ),
    (
      .cannotWrite(file: "r.csv", reason: "No space left on device"),
      "r.csv: cannot be written (No space left on device)"
    ),
  ])
  func `a message says where, what was found and what was expected`(
    error: FileError, text: String
  ) {
    #expect(error.description == text)
  }
}
