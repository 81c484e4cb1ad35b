import Foundation
import TestSupport
import Testing

struct ServeCommandTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }

  init() throws {
    folder = try TemporaryFolder()
    try add(day: "2026-01-01", "runners")
  }

  @Test func `the page served is the page that its command writes`() throws {
    let served = try Served(store)
    let page = try served.page("by=jockey,course&where=sp+%3C+10&windows=90d,all&totals=on")
    let word = try #require(page.firstMatch(of: /"command":"railbird ((?:[^"\\]|\\.)*)"/)?.1)
    let command = word.replacing("\\u003c", with: "<")
    let out = folder.file("out")
    let words = try RailbirdProcess.run(
      program: "sh",
      ["-c", "cd \"$1\" && exec \"$0\" \(command)", RailbirdProcess.executable, folder.path])
    try #require(words.exitCode == 0, "\(words.stderr)")
    #expect(command.contains("--where 'sp < 10'") && command.contains("--as-of 2026-01-02"))
    let written = try String(contentsOfFile: out + "/report.html", encoding: .utf8)
    let body = try #require(written.firstRange(of: "<body>\n")).upperBound
    let plain = page.replacing(/\ nonce="\w+"/, with: "")
    #expect(plain.hasSuffix(String(written[body...])))
    try served.end()
  }

  @Test func `an answer has the data of the page that its question leads to`() throws {
    let served = try Served(store)
    let question = "by=jockey,course&windows=90d,all"
    let answer = try served.ask("answer?\(question)")
    let page = try served.page(question)
    func json(_ id: String) throws -> Substring {
      let start = try #require(page.firstRange(of: " id=\"\(id)\">")).upperBound
      let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
      return page[start..<end]
    }
    #expect(try answer == "200 {\"page\":\(json("data")),\"live\":\(json("question-data"))}")
    #expect(answer.contains("\"title\":\"jockey, course · Railbird\""))
    // The open page shows the mistake itself.
    #expect(try served.ask("answer?by=jocky").hasPrefix("200 {\"wrong\":{\"by\":\"found jocky; "))
    try served.end()
  }

  @Test func `its memory, which has the token, comes into no core file`() throws {
    let served = try Served(store)
    let limits = try String(contentsOfFile: "/proc/\(served.id)/limits", encoding: .utf8)
    #expect(limits.contains(/Max core file size +[01] +[01]\b/), "\(limits)")
    try served.end()
  }

  @Test func `imports are seen at the next question`() throws {
    let served = try Served(store)
    #expect(try served.page("by=jockey").contains("\"as_of\":\"2026-01-02\""))
    #expect(try served.ask("values?field=jockey&start=c") == "200 {\"values\":[]}")
    try add(day: "2026-01-05", "more", jockey: "Cleo")
    // Names are offered at once.
    #expect(try served.ask("values?field=jockey&start=c") == "200 {\"values\":[\"Cleo\"]}")
    let check = try served.ask("check?by=jockey")
    #expect(check == "200 {\"wrong\":{},\"snapshot\":2}")
    let page = try served.page("by=jockey")
    #expect(page.contains("\"as_of\":\"2026-01-06\"") && page.contains("\"snapshot\":2"))
    try served.end()
  }

  @Test func `a store without the usual keys begins with one that it has`() throws {
    let file = try folder.write(
      "race_id,date,course,number,horse,position,bsp\n1,2026-01-01,Ayr,1,A,1,3\n", to: "bare.csv")
    let bare = folder.file("bare")
    try SyntheticStore.stock(bare, [[file]])
    let served = try Served(bare)
    #expect(try served.page("").contains("--by horse --as-of 2026-01-02"))
    #expect(try served.ask("?by=jockey").hasPrefix("400 <!doctype html>"))
    try served.end()
  }

  @Test func `a mistake is told under its option`() throws {
    let mistakes = [
      (
        "where=sp+%3C+x", "where",
        "found x; expected a number for sp\\u000a  sp \\u003c x\\u000a       ^"
      ),
      ("where=curse=1", "where", "found the field curse"), ("having=foo+%3E+1", "having", "found"),
      ("by=jocky", "by", "found jocky"), ("as-of=soon", "as-of", "found soon; expected a day"),
      ("top=0", "top", "found 0; expected 1 or more"), ("windows=3x", "windows", "3x"),
      ("format=csv", "", "the address: found format"), ("store=other", "", "found store"),
      ("min-runs=many", "min-runs", "found many; expected a whole number"),
      ("by=--spec", "by", "found --spec"),
      ("out=/tmp", "", "found out"),
      ("where=sp+%3C+10&spec=q", "", "found spec"), ("fdr=none", "fdr", "found none"),
      ("bets=sp,sp", "bets", "found sp"),
      ("by=jockey&by=trainer", "by", "found it twice in the address"),
      ("order-by=foo", "order-by", "foo"), ("by=jocky&top=x", "by", "found jocky"),
      ("per=jockey&top=x", "top", "found x; expected a whole number"),
    ]
    let served = try Served(store)
    let checks = try served.ask(mistakes.map { "check?" + $0.0 })
    // The page with the form shows it, too.
    let pages = try served.ask(mistakes.map { "?" + $0.0 })
    for ((query, option, text), (check, page)) in zip(mistakes, zip(checks, pages)) {
      #expect(check.hasPrefix("200 {\"wrong\":{\"\(option)\":\""), "\(check)")
      #expect(check.contains(text), "\(check)")
      #expect(page.hasPrefix("400 <!doctype html>") && page.contains(text), "\(query)")
      #expect(!page.contains("id=\"data\""))
    }
    try served.end()
  }

  @Test func `a question that no runner answers is refused in the words of a report`() throws {
    let asked = [
      (
        "by=jockey&where=jockey+%3D+An", "where",
        "found the jockey An, which the store lacks; expected one of 2 (nearest: Ann), or --allow-"
      ),
      ("by=trainer", "by", "found trainer, which no runner of the store has; expected a key with"),
      (
        "where=number+%3E+9", "where", "found no runner of 2; expected one that meets the condition"
      ),
    ]
    let served = try Served(store)
    let pages = try served.ask(asked.map { "?" + $0.0 })
    let answers = try served.ask(asked.map { "answer?" + $0.0 })
    for ((_, option, text), (page, answer)) in zip(asked, zip(pages, answers)) {
      #expect(page.hasPrefix("400 <!doctype html>") && page.contains(text), "\(page.prefix(200))")
      #expect(answer.hasPrefix("200 {\"wrong\":{\"\(option)\":\"" + text), "\(answer)")
    }
    let empty = try served.page(asked[0].0 + "&allow-empty=on")
    #expect(empty.contains("--allow-empty"))
    try served.end()
  }

  @Test func `values of fields are offered by their first letters, twenty at the most`() throws {
    let names = (10..<60).map { "Horse \($0)" }
    let rows = names.enumerated().map { "\($0 / 8),2026-01-01,\($0 % 8),\($1),\($0 % 8 + 1),3" }
    let file = try folder.write(
      "race_id,date,number,horse,position,sp\n" + rows.joined(separator: "\n"), to: "many.csv")
    let many = folder.file("many")
    let added = try RailbirdProcess.run([
      "import", "--quiet", "--store", many, "--format", "railbird", file,
    ])
    try #require(added.exitCode == 0, "\(added.stderr)")
    let wide = try Served(many)
    let first = names.prefix(20).map { "\"\($0)\"" }.joined(separator: ",")
    #expect(try wide.ask("values?field=horse") == "200 {\"values\":[\(first)]}")
    #expect(
      try wide.ask("values?field=horse&start=hoRSE%2059") == "200 {\"values\":[\"Horse 59\"]}")
    try wide.end()
    let served = try Served(store)
    #expect(try served.ask("values?field=jockey&start=b") == "200 {\"values\":[\"Bob\"]}")
    #expect(try served.ask("values?field=handicap&start=T") == "200 {\"values\":[\"true\"]}")
    #expect(try served.ask("values?field=jockey") == "200 {\"values\":[\"Ann\",\"Bob\"]}")
    #expect(try served.ask("values?field=handicap") == "200 {\"values\":[\"false\",\"true\"]}")
    #expect(try served.ask("values?field=sp") == "200 {\"values\":[]}")
    #expect(try served.ask("values?field=weekday&start=s").contains("[\"Saturday\",\"Sunday\"]"))
    #expect(try served.ask("values?field=none") == "200 {\"values\":[]}")
    #expect(try served.ask("values?field=outcome").contains("\"pulled_up\""))
    // A spelling with an alias is found under its other name alone.
    let aliases = try folder.write("role,spelling,name\njockey,Bob,Zed\n", to: "aliases.csv")
    let renamed = try Served(store, ["--aliases", aliases])
    #expect(try renamed.ask("values?field=jockey") == "200 {\"values\":[\"Ann\",\"Zed\"]}")
    #expect(try renamed.ask("values?field=jockey&start=b") == "200 {\"values\":[]}")
    let command = "report --store \(store) --aliases \(aliases) --by jockey"
    #expect(try renamed.page("by=jockey&order-by=wins,runs:asc").contains(command))
    #expect(try renamed.page("by=jockey&order-by=wins,runs:asc").contains("wins:desc,runs:asc"))
    try renamed.end()
    let lost = try RailbirdProcess.run(["serve", "--store", store, "--aliases", "lost.csv"])
    #expect(lost.exitCode == 1 && lost.stderr.contains("lost.csv"), "\(lost.stderr)")
    // The prices of the store complete bets, orders and conditions on rows.
    let words = try served.page("bets=price_early")
    for (field, word) in [
      ("bets", "price_early"), ("having", "price_early_roi"), ("order-by", "price_early_bets"),
      ("having", "jockey"), ("order-by", "jockey"),
    ] {
      let list = try #require(words.firstMatch(of: try Regex("\"\(field)\":\\[([^\\]]*)\\]")))
      #expect(list.0.contains("\"\(word)\""))
    }
    try served.end()
  }

  @Test func `the form has a field per option of an address, so that asking keeps it`() throws {
    let served = try Served(store)
    let page = try served.page("by=jockey")
    for option in ["by", "market", "class-order", "fdr", "totals", "shrink", "allow-empty"] {
      #expect(page.contains("name=\"\(option)\""), "\(option)")
    }
    try served.end()
  }

  @Test func `nothing is written, and a day without races is reported`() throws {
    let before = files(below: store)
    let served = try Served(store)
    _ = try served.page("by=jockey,course,weekday")
    let none = try served.ask("?as-of=1990-01-01")
    #expect(none.hasPrefix("400 ") && none.contains("\"wrong\":{\"as-of\":\"\(store): "))
    #expect(try served.ask("?totals=0").contains("\"totals\":\"found 0; expected on\""))
    let price = try served.ask("?bets=price_late")
    #expect(price.hasPrefix("400 "))
    #expect(price.contains("\"wrong\":{\"bets\":\"found the price price_late; expected one of"))
    try served.end()
    #expect(files(below: store) == before)
  }

  @Test func `a thousand slow connections keep no one out`() throws {
    let served = try Served(store)
    let script = """
      import resource, socket, sys, urllib.request
      hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
      resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096) if hard > 0 else 4096, hard))
      url = sys.argv[1]
      port = int(url.split(':')[2].split('/')[0])
      slow = []
      for i in range(1000):
          one = socket.create_connection(('127.0.0.1', port))
          one.sendall(b'GET /' + b'x' * (i % 7))
          slow.append(one)
          if i % 250 == 249:
              print(urllib.request.urlopen(url + '?by=jockey', timeout=60).status)
      """
    let asked = try RailbirdProcess.run(program: "python3", ["-c", script, served.address])
    #expect(asked.stdout == "200\n200\n200\n200\n", "\(asked.stderr)")
    try served.end()
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends it in order`(signal: Int32) throws {
    let served = try Served(store, ["--verbose"])
    _ = try served.page("by=jockey")
    let result = try served.end(signal)
    #expect(result.stdout == served.address + "\n")
    #expect(result.stderr.contains("200 / by=jockey answer;dur="))
  }

  @Test func `a token of one's own keeps addresses`() throws {
    let token = "abcdefghij0123456789"
    let served = try Served(store, [], token: token)
    #expect(served.address.hasSuffix("/\(token)/"))
    let port = try #require(served.address.firstMatch(of: /:(\d+)\//)).1
    let second = try RailbirdProcess.run(["serve", "--store", store, "--port", String(port)])
    #expect(second.exitCode == 1)
    #expect(second.stderr.hasPrefix("railbird: port \(port): found another program"))
    try served.end()
    for bad in ["short", "0123456789abcde/", "0123456789abcdé"] {
      let refused = try RailbirdProcess.run(
        ["serve", "--store", store], environment: ["RAILBIRD_SERVE_TOKEN": bad])
      #expect(refused.exitCode == 64 && refused.stderr.contains("RAILBIRD_SERVE_TOKEN: expected"))
    }
  }

  @Test func `no store and a bad port are reported`() throws {
    let none = try RailbirdProcess.run(["serve", "--store", folder.file("none")])
    #expect(none.exitCode == 1 && none.stderr.contains(folder.file("none")))
    let port = try parse(["serve", "--store", store, "--port", "65536"])
    #expect(port.exitCode == 64 && port.stderr.contains("--port: found 65536"))
  }

  // MARK: - Implementation

  private func add(day: String, _ name: String, jockey: String = "Bob") throws {
    let csv = """
      race_id,date,course,number,jockey,position,sp,price_early
      \(day),\(day),Ascot,1,Ann,1,3,4
      \(day),\(day),Ascot,2,\(jockey),2,20,
      """
    let path = try folder.write(csv, to: name + ".csv")
    let result = try RailbirdProcess.run(
      ["import", "--store", store, "--format", "railbird", path])
    try #require(result.exitCode == 0, "\(result.stderr)")
  }
}

/// A store that is served by a process of its own.
private final class Served {
  let address: String
  private let process: RailbirdProcess

  init(_ store: String, _ options: [String] = [], token: String = "") throws {
    process = try RailbirdProcess.start(
      ["serve", "--store", store] + options, environment: ["RAILBIRD_SERVE_TOKEN": token])
    while !process.stdoutSoFar.contains("\n"), process.isRunning {
      Thread.sleep(forTimeInterval: 0.01)
    }
    address = process.stdoutSoFar.trimmingCharacters(in: .newlines)
    try #require(address.hasPrefix("http://127.0.0.1:"), "\(process.stderrSoFar)")
  }

  deinit { process.kill() }

  var id: pid_t { process.id }

  /// Asks for pages and returns status and body of each.
  func ask(_ queries: [String]) throws -> [String] {
    let script = """
      import json, sys, urllib.request, urllib.error
      answers = []
      for url in sys.argv[1:]:
          try:
              answer = urllib.request.urlopen(url)
          except urllib.error.HTTPError as error:
              answer = error
          answers.append(f'{answer.status} {answer.read().decode()}')
      print(json.dumps(answers))
      """
    let result = try RailbirdProcess.run(
      program: "python3", ["-c", script] + queries.map { address + $0 })
    try #require(result.exitCode == 0, "\(result.stderr)")
    return try JSONDecoder().decode([String].self, from: Data(result.stdout.utf8))
  }

  /// Asks for one page and returns status and body.
  func ask(_ query: String) throws -> String { try ask([query])[0] }

  /// Asks for a page that has an answer.
  func page(_ query: String) throws -> String {
    let answer = try ask("?" + query)
    try #require(answer.hasPrefix("200 "), "\(answer.prefix(300))")
    return String(answer.dropFirst(4))
  }

  /// Ends the server, which must end in order.
  @discardableResult
  func end(_ signal: Int32 = SIGINT) throws -> ProcessResult {
    process.send(signal)
    let result = try process.wait()
    try #require(result.exitCode == 0)
    return result
  }
}
