import MappingProposals
import Testing

struct EmptyListTests {
  @Test(arguments: ["[]", " [ ]\n"])
  func `an empty list is explained as one without rows, which an import takes`(text: String) throws
  {
    let store = TestStore()
    let file = try store.file(text, ending: "json")
    #expect {
      _ = try FileExplanation(file: file)
    } throws: {
      "\($0)"
        == "\(file): found a list without rows; expected some rows, whose columns suggest a mapping "
        + "(import accepts the file, with 0 rows)"
    }
    #expect(try store.add([file], format: "poni")[0].counts == [0, 0, 0, 0])
  }
}
