import ArgumentParser
import CommandTools
import PageServer
import Questions
import Racing
import RunnerKeys

/// A question in an address: the options of `railbird report`, by their names.
struct ServedQuestion {
  /// The options with a value, and the flags, that an address may contain.
  private static let options = [
    "by", "windows", "as-of", "where", "having", "min-runs", "order-by", "top", "per", "bets",
    "baseline", "commission", "place-terms", "break-days", "class-order", "market", "fdr",
  ]
  private static let flags = ["totals", "shrink", "allow-empty"]

  /// Returns the completions of the form's fields, by the field's name.
  ///
  /// - Parameter prices: The columns of the store's named prices.
  /// - Returns: The completions.
  static func words(prices: [String]) -> [String: [String]] {
    let markets = PriceBasis.allCases.map(\.rawValue) + prices
    let columns = FigureOptions.columnNames + prices.flatMap(ReportColumns.names(ofPrice:))
    return [
      "by": Dimension.keyNames + [Dimension.none], "per": Dimension.keyNames,
      "windows": Window.standard.map(\.name), "where": Filter.fields.map(\.name),
      "having": columns, "order-by": columns,
      "bets": BetGroup.fixed.map(\.rawValue) + prices,
      "market": markets, "baseline": MarketBaseline.names,
      "place-terms": PlaceTerms.names, "fdr": FigureChoice.Adjustment.allCases.map(\.rawValue),
    ]
  }

  private var items: [PageRequest.Item]

  init(_ request: PageRequest) { items = request.items.filter { !$0.value.isEmpty } }

  /// Returns the question with a key; it names none.
  func grouped(by key: String) -> ServedQuestion {
    var own = self
    own.items.append(PageRequest.Item(name: "by", value: key))
    return own
  }

  /// The options in the form of a command line.
  var arguments: [String] { Self.arguments(items) }

  private static func arguments(_ items: [PageRequest.Item]) -> [String] {
    // `--fdr` adjusts q, which belongs to the figures of luck. Every page has them; a command needs
    // `--luck`.
    let luck = items.contains { $0.name == "fdr" } ? ["--luck"] : []
    return items.flatMap { item in
      if Self.flags.contains(item.name) { return ["--\(item.name)"] }
      // A value that looks like an option is joined to its option's name by `=`.
      return item.value.hasPrefix("-")
        ? ["--\(item.name)=\(item.value)"] : ["--\(item.name)", item.value]
    } + luck
  }

  /// Whether the question names the as-of day.
  var hasDay: Bool { items.contains { $0.name == "as-of" } }

  /// The keys as they were asked; nil if the answer may be empty.
  var askedKeys: AskedKeys? {
    items.contains { $0.name == "allow-empty" }
      ? nil : AskedKeys(areDefault: !items.contains { $0.name == "by" })
  }

  /// Finds all mistakes that can be found without the store.
  ///
  /// - Returns: The request, or the mistakes by option; an empty name for a mistake in no option.
  func request() -> Result<ReportRequest, Mistakes> {
    if let item = items.first(where: { !(Self.options + Self.flags).contains($0.name) }) {
      let expected = (Self.options + Self.flags).joined(separator: ", ")
      return .failure(["": "the address: found \(item.name); expected one of \(expected)"])
    }
    var mistakes = Mistakes()
    var seen: Set<String> = []
    for item in items {
      if !seen.insert(item.name).inserted {
        mistakes.texts[item.name] = "found it twice in the address; expected it once"
      }
      if Self.flags.contains(item.name), item.value != "on" {
        mistakes.texts[item.name] = "found \(item.value); expected on"
      }
      do throws(FilterError) {
        if item.name == "where" { _ = try Filter(item.value) }
        if item.name == "having" { _ = try RowFilter(item.value) }
      } catch {
        mistakes.texts[item.name] = error.mistake
      }
    }
    // The parser reports only the first mistake: remove its option to find the next ones.
    var rest = items
    while true {
      do {
        let request = try Options.parse(Self.arguments(rest)).request()
        return mistakes.texts.isEmpty ? .success(request) : .failure(mistakes)
      } catch {
        let name = mistakes.add(Options.message(for: error))
        let others = rest.filter { $0.name != name && (name != "top" || $0.name != "per") }
        if others.count == rest.count { return .failure(mistakes) }
        rest = others
      }
    }
  }

  private struct Options: ParsableArguments {
    @OptionGroup var question: QuestionOptions
    @OptionGroup var rules: RuleOptions
    @OptionGroup var figures: FigureOptions
    @OptionGroup var empty: EmptyOptions

    func request() throws -> ReportRequest { try question.request(rules, figures) }
  }

  /// The mistakes of a question, by option.
  struct Mistakes: Error, ExpressibleByDictionaryLiteral {
    fileprivate(set) var texts: [String: String] = [:]

    init(dictionaryLiteral elements: (String, String)...) {
      for (name, text) in elements { texts[name] = text }
    }

    /// Adds a message under the option at its start, and returns the option's name.
    ///
    /// If an option has several messages, the first one stays.
    @discardableResult
    mutating func add(_ message: String) -> String {
      var (name, text) = ("", message)
      if let named = message.wholeMatch(of: /--([a-z-]+): ((?s:.*))/) {
        (name, text) = (String(named.1), String(named.2))
      }
      // The parser's message for a value that is not a number.
      if let value = message.firstMatch(of: /^The value '((?s:.*))' is invalid for '--([a-z-]+)/) {
        (name, text) = (String(value.2), "found \(value.1); expected a whole number")
      }
      texts[name] = texts[name] ?? text
      return name
    }
  }
}
