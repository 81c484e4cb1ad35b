import Columns
import MappingProposals
import Mappings
import Racing
import TextEncodings

/// An explanation of an unknown log of bets: a proposed mapping, and the bets that it reads.
public struct BetLogExplanation {
  /// The proposed mapping with doubts, unused columns, ten bets and counts as comments, in YAML.
  public let text: String

  private static let shownCount = 10

  /// Examines a log.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - defaults: Texts for fields that the log lacks; the mapping then has them.
  ///   - encoding: The text's encoding; nil to find it.
  ///   - threads: Number of parsing threads.
  /// - Throws: ``SettleError`` `.log` when the file cannot be read.
  public init(
    file path: String, defaults: [String: String] = [:], encoding: TextEncoding? = nil,
    threads: Int = 1
  ) throws(SettleError) {
    let proposal: BetLogProposal
    let mapping: Mapping
    do throws(ImportError) {
      proposal = try BetLogProposal(
        file: path, defaults: defaults, encoding: encoding, threads: threads)
      mapping = try Mapping(yaml: proposal.text, file: "the proposal")
    } catch {
      throw .log(error)
    }
    let log = try BetFile(log: path, mapping, threads: threads)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var lines = ["A mapping for \(name), proposed by railbird settle --explain.", ""]
    lines.append(proposal.doubts.isEmpty ? "Doubts: none" : "Doubts:")
    lines += proposal.doubts.map { "- " + $0 }
    var end =
      proposal.unused.isEmpty
      ? ["All columns are used."]
      : ["Columns that no field takes, kept as keys of totals:"] + proposal.unused.map { "  " + $0 }
    end += ["", "The first bets as they would be read:", ""]
    end += log.bets.prefix(Self.shownCount).map(Self.shown)
    end += [""] + Self.counts(log)
    text = Self.comments(lines) + "\n" + proposal.text + "\n" + Self.comments(end)
  }

  // MARK: - Implementation

  private static func shown(_ bet: PlacedBet) -> String {
    let row = bet.row
    let off = row.off.map { "off \(Moment.text($0).prefix(16))Z" }
    let race = [row.day.iso, off, row.course, row.raceID, row.raceNumber.map { "race \($0)" }]
      .compactMap(\.self).joined(separator: ", ")
    let runner = row.selection ?? row.number.map { "number \($0)" } ?? "no runner"
    return "line \(row.line)  \(race)  \(runner)  " + ticket(bet)
  }

  private static func ticket(_ bet: PlacedBet) -> String {
    let book = bet.book?.rawValue ?? "no rule book"
    switch bet.ticket {
    case .race(let own):
      let price = if case .taken(let odds) = own.price { "\(odds)" } else { own.price.name }
      return "\(own.kind.rawValue) \(Decimal6(micros: own.stakeMicros)) at \(price), \(book)"
    case .pool(let own):
      return "\(own.pool.rawValue) \(Decimal6(micros: own.stakeMicros)), \(book)"
    case .unread(let gap): return "stays unsettled: \(gap)"
    }
  }

  private static func counts(_ log: BetFile) -> [String] {
    let unread = log.bets.filter { if case .unread = $0.ticket { true } else { false } }
    let rows = log.bets.count + log.leftOut.count
    let first =
      "\(rows) rows read = \(log.bets.count - unread.count) bets + \(unread.count) that stay "
      + "unsettled + \(log.leftOut.count) left out"
    return [first] + unread.prefix(shownCount).map { "  " + shown($0) }
      + log.leftOut.prefix(shownCount).map { "  left out: " + $0 }
  }

  /// Returns lines as comments, without control characters.
  private static func comments(_ lines: [String]) -> String {
    lines.map { line in
      let text = "# " + DisplayWidth.printable(line)
      return (text.hasSuffix(" ") ? String(text.dropLast()) : text) + "\n"
    }.joined()
  }
}
