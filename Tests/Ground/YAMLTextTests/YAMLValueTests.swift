import Testing
import YAMLText

struct YAMLValueTests {
  private func failure(_ body: () throws(YAMLError) -> Void) -> String? {
    do { try body() } catch { return error.description }
    return nil
  }

  @Test func `members keep the file's order and their lines`() throws {
    let members = try YAMLValue(text: "b: 1\n\na: [x, y]\n", file: "f.yaml").members("a file")
    #expect(members.all.map(\.name) == ["b", "a"])
    #expect(members["a"]?.line == 3)
    #expect(try members["a"]?.texts() == ["x", "y"])
    #expect(try members["b"]?.number(in: 0...5) == 1)
  }

  /// Each level is ten aliases of the one before; as a key the parser would go through all of it.
  @Test(arguments: ["", "? *a11\n: 1\n", "b: &a0 [*a9, *a9]\n? *a11\n: 1\n"])
  func `aliases that stand for more than any file are refused`(end: String) {
    let levels = (1...11).map { level in
      "a\(level): &a\(level) ["
        + Array(repeating: "*a\(level - 1)", count: 10)
        .joined(separator: ",") + "]\n"
    }
    let text = "a0: &a0 [x,x,x]\n" + levels.joined() + end
    let message = failure { () throws(YAMLError) in _ = try YAMLValue(text: text, file: "f.yaml") }
    #expect(
      message?.hasSuffix(
        "found aliases of aliases, too long when written out; expected at most 8388608 bytes")
        == true)
  }

  @Test func `a name given twice hides no list behind an alias`() {
    var text = "a: &x [" + String(repeating: "y,", count: 1_000) + "y]\n"
    for _ in 0..<12 { text += "- &x [" + String(repeating: "*x,", count: 9) + "*x]\n" }
    let message = failure { () throws(YAMLError) in _ = try YAMLValue(text: text, file: "f.yaml") }
    #expect(message?.contains("found aliases of aliases") == true)
  }

  @Test func `a text of more than a mebibyte is refused`() {
    let text = "a: " + String(repeating: "x", count: 1 << 20)
    let message = failure { () throws(YAMLError) in _ = try YAMLValue(text: text, file: "f.yaml") }
    #expect(message == "f.yaml: found 1048579 bytes; expected at most 1048576")
  }

  @Test func `an unknown member is refused with its line and the nearest name`() throws {
    let members = try YAMLValue(text: "a: 1\njocky: 2\n", file: "f.yaml").members("a file")
    #expect(
      failure { () throws(YAMLError) in try members.allow(["a", "jockey"], as: "field") }
        == "f.yaml:2: found the field jocky; expected one of a, jockey (nearest: jockey)")
  }

  @Test(arguments: [
    ("a: [1", "f.yaml:"), ("", "f.yaml: found an empty file; expected YAML"),
    ("a: 1\na: 2", "f.yaml:"), ("\u{1}", "f.yaml"),
  ])
  func `what is no YAML is refused with its place`(text: String, start: String) throws {
    let message = failure { () throws(YAMLError) in _ = try YAMLValue(text: text, file: "f.yaml") }
    #expect(message?.hasPrefix(start) == true, "\(message ?? "accepted")")
  }

  @Test(arguments: [
    ("[1]", "found a list; expected a text"), ("{a: 1}", "found named members; expected a text"),
  ])
  func `a list or members are no text`(text: String, message: String) throws {
    let value = try YAMLValue(text: text, file: "f")
    #expect(failure { () throws(YAMLError) in _ = try value.text() } == "f:1: " + message)
  }

  @Test(arguments: ["yes", "TRUE", "1", ""])
  func `only true and false are flags`(text: String) throws {
    let members = try YAMLValue(text: "a: \(text)", file: "f").members("a file")
    #expect(failure { () throws(YAMLError) in _ = try members["a"]!.flag() } != nil)
  }

  @Test func `an anchor's value is where it is used`() throws {
    let members = try YAMLValue(text: "a: &x {b: 1}\nc: *x\n", file: "f").members("a file")
    #expect(try members["c"]?.members("c")["b"]?.text() == "1")
  }
}
