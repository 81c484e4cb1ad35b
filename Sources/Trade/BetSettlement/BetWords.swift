import Foundation

/// The words of bet logs, in several languages and spellings.
///
/// Words are compared without case, accents, blanks and marks; full-width letters are like others:
/// `Each Way`, `each-way` and `Ｅ／Ｗ` are known.
public enum BetWords {
  /// A kind of bet.
  public enum Kind: Hashable, Sendable {
    /// On one runner.
    case race(RaceBet.Kind)
    /// On several runners of a race, with a pool.
    case pool(PoolBet.Pool)
    /// Another kind, such as a double, by the reason why no rule book settles it.
    case other(String)
  }

  /// The state of a bet, as a log gives it.
  public enum Result: String, CaseIterable, Sendable {
    /// It won.
    case won
    /// Its place part won.
    case placed
    /// It lost.
    case lost
    /// The stake came back.
    case void
    /// It was not settled yet.
    case open
  }

  /// Returns the kind of bet that a word means; nil for an unknown word.
  public static func kind(_ word: String) -> Kind? { kinds[folded(word)] }

  /// Returns the state that a word means; nil for an unknown word.
  public static func result(_ word: String) -> Result? { results[folded(word)] }

  /// Returns the rule book that a word means; nil for an unknown word.
  public static func book(_ word: String) -> RuleBook.Name? { books[folded(word)] }

  /// Returns the price, known only after the race, that a word such as `SP` means.
  ///
  /// - Edge cases: nil for odds and unknown words.
  public static func price(_ word: String) -> BetPrice? {
    switch folded(word) {
    case "sp", "startingprice", "isp", "industrysp": .sp
    case "bsp", "betfairsp", "exchangesp", "betfairstartingprice": .bsp
    case "tote", "pool", "pari", "parimutuel", "dividend", "totedividend", "div": .tote
    default: nil
    }
  }

  // MARK: - Implementation

  private static let kinds: [String: Kind] = table([
    (
      .race(.win),
      """
      win|single|straight|to win|win only|win single|single win|win bet|back|back win|back to win|w|nose|単勝|单胜|獨贏|独赢|단승식|단승|\
      gagnant|simple gagnant|sieg|vinnare|vinner|vinder|vincente|ganador|vencedor|ganyan
      """
    ),
    (
      .race(.place),
      """
      place|placed|plc|to place|to be placed|place only|place single|place bet|back place|back to be placed|p|複勝|复胜|位置|연승식|연승|\
      placé|simple placé|platz|plats|plass|plads|piazzato|colocado|plase
      """
    ),
    (
      .race(.eachWay),
      """
      each way|eachway|each-way|e/w|ew|each way single|e/w single|ew single|single each way|single e/w|single ew|win and place|\
      win & place|win/place|win + place|w/p|wp|単複|応援馬券|がんばれ馬券|simple gagnant et placé|gagnant placé|gagnant et placé|\
      sieg und platz|sieg/platz|vinnare och plats
      """
    ),
    (.race(.lay), "lay|lay win|win lay|lay to win|lay bet"),
    (.race(.placeLay), "place lay|lay place|lay to place|lay to be placed"),
    (
      .pool(.quinella),
      "quinella|馬連|馬番連勝|普通馬番連勝複式|連贏|连赢|복승식|복승|couplé gagnant|jumelé gagnant|zweierwette"
    ),
    (
      .pool(.quinellaPlace),
      "quinella place|qp|wide|ワイド|拡大馬番連勝複式|位置q|복연승식|복연승|couplé placé|jumelé placé|swinger"
    ),
    (.pool(.exacta), "exacta|perfecta|馬単|馬番連勝単式|쌍승식|쌍승|couplé ordre"),
    (.pool(.trio), "trio|三連複|3連複|三連复|馬番三連勝複式|單t|삼복승식|삼복승"),
    (.pool(.trifecta), "trifecta|tierce|三連単|3連単|馬番三連勝単式|三重彩|삼쌍승식|삼쌍승|tiercé ordre"),
    (.pool(.firstFour), "first 4|first four|四連環"),
    (.pool(.superfecta), "superfecta|quartet|四重彩"),
    (
      .other("a bet on several races"),
      """
      double|dbl|treble|trb|fourfold|4 fold|fivefold|5 fold|accumulator|acca|acc|multi|multiple|parlay|trixie|patent|yankee|canadian|\
      heinz|super heinz|goliath|lucky 15|lucky 31|lucky 63|each way double|e/w double|ew double|double each way|double ew|\
      each way treble|ew treble|win double|win treble|round robin|all up|過關|过关|daily double|pick 3|pick 4|pick 5|pick 6|\
      placepot|jackpot|quadpot|scoop 6|win5|v75|v86|v64|v65|v5|v4|gs75
      """
    ),
    (
      .other("a bet on the order of several runners at fixed odds"),
      "forecast|straight forecast|reverse forecast|combination forecast|tricast|csf|ct"
    ),
    (.other("a bet on a bracket"), "枠連|枠番連勝複式|bracket quinella|枠単"),
    (.other("a bet to show"), "show|show bet|to show|win place show|wps|across the board"),
    (.other("a bet on one runner against another"), "match bet|match|head to head|h2h"),
  ])

  private static let results: [String: Result] = table([
    (
      .won, "won|win|winner|w|yes|1|1st|的中|当たり|gagné|gewonnen|vunnen|vinst|vinto|ganada|success|贏|中"
    ),
    (.placed, "placed|place|plc|p|each way placed|partial|half won|placé|platziert"),
    (
      .lost,
      "lost|lose|loser|loss|l|unplaced|no|不的中|外れ|はずれ|ハズレ|perdu|verloren|förlorad|förlust|perso|perdida|failed|輸|不中"
    ),
    (
      .void,
      "void|voided|nr|non runner|refund|refunded|push|cancelled|canceled|returned|stake returned|返還|remboursé|annullato|nullo"
    ),
    (.open, "pending|open|unsettled|unresulted|running|live|tbc|tba|未確定|未|en cours|offen"),
  ])

  private static let books: [String: RuleBook.Name] = table(
    RuleBook.Name.allCases.map { ($0, $0.rawValue) } + [
      (.gb, "uk|britain|great britain"), (.ie, "ireland"), (.au, "australia"),
      (.za, "south africa"),
      (.exchange, "betfair|betfair exchange|betdaq|smarkets|matchbook|exch"),
      (.tote, "pool|parimutuel|pari mutuel|pmu|jra|nar|hkjc|tab tote|ipat|atg"),
    ])

  /// Folds the words of a table.
  private static func table<Meaning>(_ rows: [(Meaning, String)]) -> [String: Meaning] {
    var table: [String: Meaning] = [:]
    for (meaning, words) in rows {
      for word in words.split(separator: "|") { table[folded(String(word))] = meaning }
    }
    return table
  }

  /// Returns a word in small letters, without accents of Latin letters, blanks and marks.
  static func folded(_ word: String) -> String {
    let plain = word.precomposedStringWithCompatibilityMapping.lowercased()
    let scalars = plain.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
      // The marks of kana are parts of their letters.
      guard scalar.value < 0x250 else { return [scalar] }
      return Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
    }
    return String(
      String.UnicodeScalarView(
        scalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }))
  }
}
