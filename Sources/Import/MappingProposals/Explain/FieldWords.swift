import Foundation

/// The names that sources give their columns.
struct FieldWords {
  /// Names by field, the most certain first.
  private static let names: [(field: String, words: String)] = [
    (
      "race_id",
      """
      race_id id_race rid race_key race_uid race_code win_market_id market_id race event_id
      """
    ),
    (
      "date",
      """
      date race_date meeting_date event_date run_date local_meeting_date local_race_date day \
      日期 比赛日期 賽事日期 開催日 日付 年月日 datum fecha jour rc_date date_reunion date_course data \
      fecha_carrera data_corsa data_corrida dato päivämäärä pvm päivä renntag tarih \
      koşu_tarihi 경주일자 경주일 경기일자 开催日 赛事日期 賽日 开赛日期
      """
    ),
    (
      "off_time",
      """
      off_time off_dt off race_time post_time start_time jump_time scheduled_off \
      scheduled_time advertised_start time tid zeit tempo tiempo temps aika 時間 时间 発走時刻 発走 開跑時間 \
      heure uhrzeit startzeit hora heure_depart start_tid starttid lähtöaika 출발시각 발주시각 开跑时间 \
      saat koşu_saati hora_salida
      """
    ),
    (
      "race_no",
      """
      race_no race_number race_num race rno 場次 场次 レース番号 num_course course_no no_course \
      course_number course_num numero_course numéro_course n_course course_n rennnr rennen \
      rennnummer carrera num_carrera corsa loppnr lopp_nr lopp løpsnr løp løbsnr koşu kosu \
      koşu_no 경주번호 numero numéro n nº no nr rc_no num_ordre lähtö lähtö_nro páreo pareo \
      nº_carrera nro_carrera nº_corsa numero_corsa lopp_nummer løp_nr løpsnummer løb_nr \
      løbsnummer løb koşu_numarası r レース 競走番号 경주_no 경주차 场次编号 course gonitwa
      """
    ),
    (
      "course",
      """
      course track venue racecourse course_name track_name track_id meeting meeting_name 競馬場 \
      開催場 開催地 場所 場名 馬場 賽場 hippodrome rennbahn hipodromo hipódromo location lieu ort bana bane \
      ippodromo hipodrom 경마장 hippodrome_libelle_court hippodrome_libelle_long meet rennort \
      rata réunion şehir 경마장명 시행경마장 경주장 马场 赛场 赛马场 コース 開催場所 tor
      """
    ),
    (
      "country",
      """
      country country_code country_id region nation state_code 國家 国 pays land pais país paese \
      maa ülke 国家 국가
      """
    ),
    (
      "race_name",
      """
      race_name race_title title market_name win_market_name 賽事名稱 レース名 prix rennname race \
      event_name name libelle rc_name lopp_namn löpnamn nom_prix prix_nom nombre_carrera \
      premio_nome 경주명 競走名 赛事名称 koşu_adı koşu_ismi
      """
    ),
    ("race_type", "race_type race_code_name type"),
    ("pattern", "pattern pattern_race"),
    ("age_band", "age_band age_restriction"),
    ("rating_band", "rating_band"),
    (
      "class",
      """
      class race_class grade race_grade race_type 班次 クラス classe klasse clase grado categoria \
      catégorie klass 등급 级别 賽事班次 grup
      """
    ),
    ("handicap", "handicap is_handicap"),
    (
      "going",
      """
      going ground going_description track_condition track_cond condition 場地狀況 馬場状態 terrain \
      boden terreno state_of_going etat_du_terrain état_piste bodenzustand geläuf estado_pista \
      estado_de_la_pista estado_de_pista stato_pista stato_terreno banförhållande baneforhold \
      føre radan_kunto keli 주로상태 주로 馬場 场地状况 场地 zemin pist_durumu pista
      """
    ),
    (
      "surface",
      """
      surface course_surface track_surface track_type course_type course 賽道 piste bahn \
      underlag pist pista superficie 주로구분 赛道
      """
    ),
    (
      "distance_m",
      """
      distance_m dist_m distance dist distance_metres distance_meters distance_y distance_yards \
      distance_f \
      distance_furlongs dist_f race_distance distance_hundredths distance_id distance_round 距離 \
      距离 路程 途程 distanz distancia rc_dist distans distanse distancia_m distância distanza \
      mesafe matka 경주거리 거리 距離_m metros metri meters 途程_米 race_dist strecke \
      metres dist_yards dystans
      """
    ),
    (
      "prize",
      """
      prize prize_money prize_fund purse total_prize stakes 獎金 賞金 allocation preisgeld premio \
      montant_prix dotation
      """
    ),
    (
      "field_size",
      """
      field_size runners ran runner_count num_runners starters 出走頭数 頭数 partants \
      antal_startande 출전두수
      """
    ),
    ("tote_paid", "tote_paid"),
    (
      "horse_id",
      """
      horse_id id_horse horse_code runner_id selection_id brand_no 馬匹編號 血統登録番号 hr_no 마번호
      """
    ),
    (
      "horse",
      """
      horse horse_name runner_name selection_name runner 馬名 马名 cheval pferd caballo name \
      hr_name nom nom_cheval hest häst dog greyhound dog_name greyhound_name cavallo cavalo \
      pferdename nom_du_cheval nombre_caballo ejemplar hevonen hevosen_nimi hästnamn hestenavn \
      hestens_navn at_ismi at_adı 마명 경주마명 말이름 马匹 马匹名称 馬匹 馬匹名稱 \
      koń animal at
      """
    ),
    (
      "jockey",
      """
      jockey jockey_name rider driver jock 騎師 骑师 騎手 reiter jinete jockey_full_name jk_name \
      kusk fantino guidatore jóquei joquei ryttare rytter ohjastaja ratsastaja kjører körsven \
      jokey jokey_adı fahrer 기수 기수명 騎手名 骑手 骑师姓名 騎師姓名 driver_jockey jockey_driver \
      dżokej jeździec
      """
    ),
    (
      "trainer",
      """
      trainer trainer_name 練馬師 练马师 調教師 entraineur entraîneur entrenador tr_name träner \
      allenatore trener træner valmentaja preparador treinador antrenör antrenor 조교사 조교사명 調教師名 \
      廐舎 练马师姓名 練馬師姓名 handler cuidador tränare
      """
    ),
    (
      "owner",
      """
      owner owner_name 馬主 马主 propriétaire proprietaire besitzer propietario ow_name \
      proprietario proprietário ägare eier ejer omistaja sahip sahibi stall stud caballeriza \
      마주 마주명 馬主名 马主姓名
      """
    ),
    ("sire", "sire sire_name 父 父馬 père pere vater padre nom_pere"),
    ("age", "age horse_age 馬齡 馬齢 年齡 alter edad âge età idade ålder ikä yaş 연령 나이 마령 年齢 马龄 年龄"),
    (
      "sex",
      """
      sex gender sex_code 性別 性别 sexe geschlecht sexo kön geschl sesso sukupuoli kjønn køn \
      cinsiyet 성별 性
      """
    ),
    (
      "number",
      """
      number saddlecloth saddlecloth_number cloth_number tab_number tab_no tab program_number \
      programme_number program prog horse_no horse_number runner_number num pgm no 馬號 马号 馬番 \
      numero numéro startnummer dorsal n nº nr chul_no num_pmu startnr start_nr startnumber \
      mandil chaquetilla 마번 출전번호 출주번호 말번호 番号 馬番号 马匹编号 at_no at_numarası número numéro_cheval \
      n_cheval rug rug_no box trap cloth numer
      """
    ),
    (
      "draw",
      """
      draw stall stall_draw barrier gate post_position post_pos post pp stall_number draw_no \
      檔位 档位 枠番 corde startbox cajón cajon place_corde box trap stallnummer startspår startspor \
      startboks lähtörata steccato partidor baliza gatillo gate_no box_no startplatz 게이트 게이트번호 \
      출발대 발주번호 枠 枠番号 马闸 place_à_la_corde kulvar dr
      """
    ),
    (
      "weight_lb",
      """
      weight_lb weight_lbs lbs actual_wt_lbs actual_weight carried_weight weight_carried \
      weight wgt wt weight_kg 負磅 斤量 poids gewicht peso wg_budam weight_carried_kg vikt vekt \
      vægt paino kilo kilos gew gewicht_kg 부담중량 중량 負担重量 负磅 负重 負重 peso_kg sıklet act_wt
      """
    ),
    (
      "official_rating",
      """
      official_rating ofr or rating handicap_rating 評分 评分 valeur gag gag_rating handikap_puanı \
      레이팅
      """
    ),
    (
      "position",
      """
      position pos finish_pos finish_position finishing_position finish_order official_finish \
      place placing fin finish plc position_at_finish win_result win_lose result rank 名次 着順 \
      arrivée arrivee platz puesto ord ordre_arrivee placering plats classement clasificación \
      platzierung endplatz einlauf arrivo ordine_arrivo piazzamento llegada posición colocação \
      colocacao classificação plac plass plassering sijoitus sija sıra siralama 순위 착순 도착순위 \
      확정순위 着 確定着順 着順_確定 排名 结果名次 s pla miejsce rang
      """
    ),
    ("outcome", "outcome non_runner is_non_runner scratched withdrawn runner_status status"),
    (
      "beaten_lengths",
      """
      beaten_lengths ovr_btn btn lbw length_behind_winner lengths_behind_winner \
      distance_beaten beaten margin 頭馬距離 着差 écart ecart abstand abstand_längen avstånd \
      distacco diferencia cuerpos diferença 착차 도착차 着差_馬身 头马距离 fark
      """
    ),
    (
      "sp",
      """
      sp starting_price start_price isp win_odds sp_dec sp_odds starting_odds final_odds odds \
      closing_odds \
      dec decimal_odds price morning_line ml morning_odds 獨贏賠率 独赢赔率 単勝オッズ 単勝 cote quote cuota \
      dernier_rapport_direct_rapport kerroin rateio rapport_gagnant cotación cotización \
      dividendo siegquote eventualquote quota vinnarodds v_odds vinnerodds vinderodds 단승 단승배당 \
      단승배당률 단승식 단승률 単勝_オッズ 独赢 獨贏 ganyan ganyan_oranı win_price cote_pmu \
      gny dollar_odds kurs div
      """
    ),
    ("tote", "tote tote_win win_dividend tote_dividend"),
    ("bsp", "bsp win_bsp betfair_sp betfair_starting_price exchange_sp"),
    ("place_bsp", "place_bsp bsp_place betfair_place_sp"),
    ("place_won", "place_won"),
    ("headgear", "headgear hg gear equipment"),
    ("rating_rpr", "rating_rpr rpr racing_post_rating"),
    ("rating_ts", "rating_ts ts tsr topspeed"),
    ("dam", "dam dam_name 母 母馬 nom_mere"),
    ("damsire", "damsire dam_sire broodmare_sire 母父 nom_pere_mere"),
    ("claim_lb", "claim_lb claim jockey_claim jockey_claim_lbs"),
    (
      "finish_time_s",
      """
      finish_time_s finish_time fin_time finishing_time secs run_time running_time final_time \
      race_time_s rennzeit tempo_final derece süre 주파기록 기록 경주기록 タイム 走破タイム 完成時間 完成时间 赛时 chrono \
      marca time tid zeit tempo tiempo temps aika 時間 时间
      """
    ),
    ("comment", "comment comments race_comment in_running"),
    ("morning_wap", "morning_wap"),
    ("pre_play_wap", "pre_play_wap ppwap wap"),
    ("pre_play_min", "pre_play_min ppmin pre_min"),
    ("pre_play_max", "pre_play_max ppmax pre_max"),
    ("in_play_min", "in_play_min ipmin ip_min"),
    ("in_play_max", "in_play_max ipmax ip_max"),
    ("morning_volume", "morning_volume morningtradedvol morning_vol"),
    ("pre_play_volume", "pre_play_volume pptradedvol pre_vol"),
    ("in_play_volume", "in_play_volume iptradedvol ip_vol"),
    ("place_morning_volume", "place_morning_volume"),
    ("place_pre_play_volume", "place_pre_play_volume"),
    ("place_in_play_volume", "place_in_play_volume"),
    ("base_rate", "base_rate market_base_rate"),
    ("place_winners", "place_winners"),
    ("removed_at", "removed_at removal_date"),
    ("reduction_factor", "reduction_factor adjustment_factor"),
    ("place_reduction_factor", "place_reduction_factor"),
    ("betting_interest", "betting_interest coupled_number"),
    ("body_weight_lb", "body_weight_lb declar_horse_wt declar_horse_weight"),
    ("running_positions", "running_positions"),
    ("bsp_volume", "bsp_volume win_bsp_volume"),
    ("place_bsp_volume", "place_bsp_volume"),
    ("sectional_times", "sectional_times"),
    ("pool", "pool pool_name bet_type wager_type wager bet 彩池 式別"),
    ("combination", "combination winning_combination combo selections 勝出組合 組番"),
    ("dividend", "dividend payout payoff pays 派彩 配当 rapport"),
  ]

  /// Words that add nothing to a name.
  private static let neutral: Set<String> = [
    "win", "official", "horse", "runner", "name", "no", "number", "local", "scheduled", "decimal",
    "hkd", "gbp", "usd", "eur", "aud", "jpy", "text", "x", "e", "full", "m", "kg", "lb",
    "lbs", "sec",
    // Particles of other languages, as in Nom du cheval.
    "nom", "nome", "nombre", "du", "de", "del", "della", "dell", "do", "da", "l",
  ]

  private static let known = names.map { field, words in
    (field: field, words: words.split(separator: " ").map { HeaderName(String($0)) })
  }
  /// The fields of each whole name, with their scores.
  private static let exact: [String: [String: Double]] = {
    var exact: [String: [String: Double]] = [:]
    for (field, words) in known {
      for (place, word) in words.enumerated() where exact[word.compact]?[field] == nil {
        exact[word.compact, default: [:]][field] = max(0.6, 1 - 0.02 * Double(place))
      }
    }
    return exact
  }()
  private static let partScore = 0.5

  /// Whether a text is the whole name of some field's column.
  static func areName(_ text: String) -> Bool { exact[HeaderName(text).compact] != nil }

  /// Rates how likely a column of this name is each field, from 0 to 1.
  static func scores(_ header: HeaderName) -> [String: Double] {
    var scores = exact[header.compact] ?? [:]
    // A part of a name counts if the rest of it adds nothing.
    guard !neutral.isDisjoint(with: header.tokens) else { return scores }
    let tokens = Set(header.tokens)
    for (field, words) in known where scores[field] == nil {
      let isPart = words.contains { word in
        !word.tokens.isEmpty && tokens.isSuperset(of: word.tokens)
          // The number of a horse is none of a race.
          && (field != "race_no" || !neutral.isSuperset(of: word.tokens))
          && tokens.subtracting(word.tokens).isSubset(of: neutral)
      }
      if isPart { scores[field] = partScore }
    }
    return scores
  }
}

/// A column's name in a form that is the same for all its spellings.
struct HeaderName {
  /// Its words in lowercase: `RaceNo`, `race_no` and `race no` have the same two.
  let tokens: [String]
  /// The number of `..` steps to objects around the row.
  let depth: Int

  init(_ column: String) {
    var parts = column.split(separator: "/").map(String.init)
    depth = parts.prefix { $0 == ".." }.count
    parts.removeFirst(depth)
    // Objects that only hold a runner's result add nothing to a name.
    if parts.count > 1, Self.holders.contains(parts[parts.count - 2].lowercased()) {
      parts = parts.suffix(1)
    }
    tokens = parts.suffix(2).flatMap(Self.words)
  }

  /// The words joined without anything between them.
  var compact: String { tokens.joined() }

  private static let holders: Set<String> = [
    "result", "results", "resultat", "data", "info", "details", "stats",
  ]

  /// Whether it names the moment at which somebody took the row from its source.
  var isOfRetrieval: Bool { !Self.retrievals.isDisjoint(with: tokens) }

  private static let retrievals: Set<String> = [
    "scraped", "scrape", "scraping", "scraper", "crawled", "crawl", "fetched", "fetch", "retrieved",
    "downloaded", "download", "extracted", "extraction", "collected", "captured", "capture",
    "updated",
    "update", "modified", "created", "inserted", "ingested", "ingest", "loaded", "exported",
    "export",
    "generated", "accessed", "queried", "timestamp",
  ]

  private static func words(_ part: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasSmall = false
    // Letters of full width are like others.
    for character in part.precomposedStringWithCompatibilityMapping {
      let isMark = !(character.isLetter || character.isNumber)
      if isMark || character.isUppercase && wasSmall {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if !isMark { word += plain(character) }
      wasSmall = character.isLowercase || character.isNumber
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// A letter in small and, if it is Latin, without its accent: some files leave accents out.
  private static func plain(_ character: Character) -> String {
    let small = character.lowercased()
    guard small.utf8.count > 1, let first = small.unicodeScalars.first, first.value < 0x250 else {
      return small
    }
    // The dotless letter of Turkish has no accent to leave out.
    return first == "ı"
      ? "i" : String(small.decomposedStringWithCanonicalMapping.unicodeScalars.prefix(1))
  }
}
