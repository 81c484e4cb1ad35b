import ColumnStore
import Testing

struct ErrorMessageTests {
  @Test(arguments: [
    (
      StoreError.notFound(store: "S"),
      "S: found no store; expected one made by `railbird import` or `fetch`"
    ),
    (
      .notAStore(store: "S", found: "a folder that holds notes.txt"),
      "S: found a folder that holds notes.txt; expected a store or an empty folder"
    ),
    (
      .unknownFormat(store: "S", found: 2, expected: 1),
      "S: found store format 2; expected 1, which this version writes"
    ),
    (
      .locked(store: "S"),
      "S: another process is writing to this store; try again when it has finished"
    ),
    (
      .corrupt(file: "S/MANIFEST", found: "SHA-256 00", expected: "01"),
      "S/MANIFEST: found SHA-256 00; expected 01"
    ),
    (
      .tooMuch(store: "S", found: "more than 10 bytes", expected: "less"),
      "S: found more than 10 bytes; expected less"
    ),
    (.io(file: "S/LOCK", reason: "Permission denied"), "S/LOCK: Permission denied"),
    (
      .io(
        file: "S/segments/x", reason: "S/segments/x: cannot be written (No space left on device)"),
      "S/segments/x: cannot be written (No space left on device)"
    ),
    (
      .stored(file: "S", reason: "Input/output error"),
      "the change is stored; S: Input/output error"
    ),
  ])
  func `a message says where, what was found and what was expected`(
    error: StoreError, text: String
  ) {
    #expect(error.description == text)
  }
}
