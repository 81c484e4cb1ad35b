/// The names that logs of bets give their columns.
enum BetLogWords {
  /// Names by field, the most certain first.
  private static let names: [(field: String, words: String)] = [
    (
      "date",
      """
      date race_date event_date meeting_date day bet_date 日付 開催日 年月日 日期 賽事日期 날짜 경주일 datum fecha data jour \
      dato tarih start_time event_time date_time datetime start market_start_time
      """
    ),
    (
      "off_time",
      """
      off_time off time race_time post_time start_time event_time jump_time start off_at race_off 発走時刻 発走 時刻 時間 開跑時間 \
      heure uhrzeit startzeit starttid tid hora ora date_time datetime market_start_time
      """
    ),
    (
      "course",
      """
      course track venue racecourse meeting racetrack location course_name 競馬場 場所 開催 馬場 賽場 경마장 hippodrome réunion \
      rennbahn bana bane hipódromo ippodromo event
      """
    ),
    ("race_id", "race_id race_key rid race_code レースid"),
    (
      "race_no",
      "race_no race_number race_num race rno r レース番号 レース 場次 경주 course_no rennen lopp carrera corsa"
    ),
    (
      "horse",
      """
      horse selection horse_name runner selection_name runner_name runner_desc name bet_on tip pick 馬名 馬 마명 cheval pferd häst hest caballo \
      cavallo at
      """
    ),
    (
      "number",
      """
      number horse_no cloth saddlecloth tab tab_no runner_no num combination numbers no 馬番 買い目 組番 組合せ 馬號 번호 마번 numéro \
      numero nummer
      """
    ),
    (
      "kind",
      """
      kind bet_type type bettype market wager_type wager bet market_type bet_kind 式別 馬券 券種 馬券種 種別 投注類型 彩池 승식 wette wettart \
      pari type_de_pari spelform spilletype tipo tipo_apuesta scommessa side win_place
      """
    ),
    (
      "stake",
      """
      stake unit_stake stake_per_line amount staked bet_amount wagered wager_amount bet_size units risk points pts 購入金額 購入額 投資額 金額 \
      投注額 注額 구매금액 mise einsatz insats indsats innsats importe apuesta puntata size size_settled size_matched
      """
    ),
    (
      "total_stake",
      "total_stake outlay total_outlay cost total_cost total_staked stake_total total_bet gesamteinsatz"
    ),
    ("liability", "liability exposure at_risk"),
    (
      "price",
      """
      price price_matched odds taken odds_taken price_taken bet_odds my_odds decimal_odds odds_decimal dec_odds avg_odds avg_odds_matched \
      odds_matched fractional_odds back_odds オッズ 賠率 배당률 cote quote kurs odds_req cuota quota fraction_odds advised_price bog_price price_requested
      """
    ),
    ("place_price", "place_price place_odds"),
    ("rule_book", "rule_book rules bookmaker bookie site operator exchange account"),
    (
      "placed_at",
      "placed_at placed bet_placed date_placed time_placed placed_date placed_time struck struck_at bet_time timestamp"
    ),
    ("places", "places paid_places ew_places places_paid no_of_places"),
    ("fraction", "fraction ew_terms each_way_terms place_terms ew_fraction terms place_fraction"),
    ("commission", "commission commission_rate comm"),
    (
      "result",
      """
      result outcome bet_outcome status won win_lose win_loss settled bet_result bet_status w_l 結果 的中 当否 結果 적중 résultat ergebnis resultat resultado \
      risultato esito
      """
    ),
    (
      "returned",
      """
      returned return returns payout pay_out total_return returns_total 払戻 払戻金 払戻金額 回収 派彩 환급금 rapport auszahlung utdelning retorno \
      vincita
      """
    ),
    (
      "profit",
      """
      profit p_l pnl pl profit_loss profit_and_loss net net_profit p_and_l gain winnings 収支 損益 盈虧 손익 bénéfice gewinn vinst ganancia \
      utile
      """
    ),
  ]

  private static let known: [String: [(field: String, hint: Double)]] = {
    var known: [String: [(field: String, hint: Double)]] = [:]
    for (field, words) in names {
      for (place, word) in words.split(whereSeparator: \.isWhitespace).enumerated() {
        known[HeaderName(String(word)).compact, default: []].append(
          (field, max(0.5, 1 - 0.02 * Double(place))))
      }
    }
    return known
  }()

  /// Returns the fields that a column of this name may be, each with the evidence, up to 1.
  ///
  /// Units behind a name, as in `Stake (£)` and `P/L GBP`, add nothing.
  static func fields(of column: String) -> [(field: String, hint: Double)] {
    known[HeaderName(column).compact] ?? known[bare(column)] ?? []
  }

  /// Returns a column's name without units, blanks and marks.
  static func bare(_ column: String) -> String {
    HeaderName(column).tokens.filter { !units.contains($0) }.joined()
  }

  /// The bare names of columns that say which market a bet is on, the most certain first.
  static let markets = ["markettype", "marketdesc", "marketname", "market"]

  /// Whether a text is the name of some field's column.
  static func areName(_ text: String) -> Bool { !fields(of: text).isEmpty }

  private static let units: Set<String> = [
    "gbp", "eur", "usd", "aud", "jpy", "hkd", "sek", "zar", "inr", "krw", "円", "amount", "local",
    "uk", "bst", "utc", "gmt", "my", "the", "per", "part", "item", "description",
  ]
}
