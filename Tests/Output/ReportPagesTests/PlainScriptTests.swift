import Columns
import Foundation
import TestSupport
import Testing

@testable import ReportPages

struct PlainScriptTests {
  @Test(arguments: [
    ("// why\nconst a = 1;\n\n  let b = a + 1;\n", "const a=1;let b=a+1;"),
    ("/* ---- part ---- */\nf();\n", "f();"), ("a\nb\n", "a\nb"), ("f( a , b )", "f(a,b)"),
    ("x = 'a  // b';", "x='a  // b';"), ("x = \"it's  /* so\";", "x=\"it's  /* so\";"),
    ("x = `${ a }  \n  b`;", "x=`${ a }  \n  b`;"), ("x = 'it\\'s  so';", "x='it\\'s  so';"),
    ("a + +b - -c", "a+ +b- -c"), ("i++\nf()", "i++\nf()"), ("return { a }", "return{a}"),
    ("t.replace(/ [/ ]\\/ /g, '  ')", "t.replace(/ [/ ]\\/ /g,'  ')"), ("a / b / c", "a/b/c"),
    ("if (a) {\n  f();\n}\ng();\n", "if(a){f()}g();"), ("a\n  .b()\n  ? c : d", "a.b()?c:d"),
    ("é = 1 in é", "é=1 in é"), ("x = 1; /* end", "x=1;"), ("'open", "'open"), ("", ""),
  ])
  func `comments and white space that mean nothing go, and all else stays`(
    script: String, plain: String
  ) {
    #expect(PlainScript.text(of: Array(script.utf8)) == plain)
    #expect(PlainScript.text(of: Array(plain.utf8)) == plain)
  }

  @Test(arguments: ["report", "question"])
  func `a page's script differs from its source in what nothing reads alone`(
    name: String
  ) throws {
    let file = RailbirdProcess.packageFolder + "/Sources/Output/ReportPages/Page/\(name).js"
    let source = try String(contentsOfFile: file, encoding: .utf8)
    let plain = PlainScript.text(of: Array(source.utf8))
    // All comments of these sources have lines of their own.
    let code = source.replacing(/(?m)^\ *\/[\/*].*$/, with: "")
    let marks = code.filter { !$0.isWhitespace }.replacing(";}", with: "}")
    #expect(plain.filter { !$0.isWhitespace } == marks)
    guard name == "report" else { return }
    // Its patterns have no quotes.
    let texts = /'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`]*`/
    let found = plain.matches(of: texts).map { String($0.0) }
    #expect(found == code.matches(of: texts).map { String($0.0) } && found.count > 400)
  }

  @Test func `the script of a report's page has 32 KB at the most`() {
    let size = PlainScript.text(of: EmbeddedFile("Page/report.js").bytes).utf8.count
    #expect(size > 20_000 && size <= 32 << 10, "\(size) bytes")
  }
}
