import Columns
import Racing
import RunnerKeys

/// The meanings of fields, in the words of `docs/schema.md` and `docs/questions.md`.
///
/// If you add a column of the store, a key or a fact, also add it here: a test checks that each has
/// a line.
enum FieldMeanings {
  /// Returns a field's meaning; nil if it has none here.
  static func of(_ name: String) -> ColumnMeaning? {
    guard name.hasPrefix(NamedPrice.prefix) else { return all[name] }
    return ColumnMeaning("price of a mapping's name", unit: "decimal odds", source: "runners")
  }

  private static let all: [String: ColumnMeaning] = {
    var all: [String: ColumnMeaning] = [:]
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      all[cells[0]] = ColumnMeaning(
        cells[2], unit: cells[1].isEmpty ? nil : cells[1], source: source(of: cells[0]))
    }
    return all
  }()

  private static func source(of name: String) -> String {
    if RunnerFact(rawValue: name) != nil { return "fact" }
    if RacingTables.raceFields.contains(where: { $0.name == name }) { return "races" }
    return RacingTables.flatField(name) == nil ? "key" : "runners"
  }

  /// Name, unit and meaning of each field.
  private static let text = """
    race_id||the race's key, unique within the store
    date||race day, local to the course
    off_time||off time, UTC
    race_no||number on the day's card
    course||racecourse
    country||ISO 3166 two-letter code
    race_name||name of the race
    class||class, in the source's words
    handicap||whether it is a handicap
    going||state of the ground
    surface||such as turf or all-weather
    distance_m|m|distance
    prize|the source's currency|prize money
    field_size|starters|the source's number of starters, else those counted
    tote_paid||whether a win dividend is declared for the race
    race_type||flat, hurdle, chase, bumper, harness, or the source's word
    pattern||the race's group or grade, in the source's words
    age_band||ages that the race is for, in the source's words
    rating_band||ratings that the race is for, in the source's words
    base_rate|%|the exchange's base rate of commission
    place_winners|places|places that the exchange's place market pays
    sectional_times|s|seconds of each section of the race, as its leader ran it
    horse_id||the source's key of the horse
    horse||the horse's name
    jockey||the jockey's name
    trainer||the trainer's name
    owner||the owner's name
    sire||the sire's name
    dam||the dam's name
    damsire||the dam's sire's name
    age|years|the horse's age
    sex||the horse's sex, in the source's words
    number||saddlecloth number
    draw||starting stall
    weight_lb|lb|carried weight
    official_rating|rating points|handicapper's rating
    position||printed position of a finisher
    outcome||finished, fell and the other outcomes
    beaten_lengths|lengths|lengths behind the winner
    sp|decimal odds|starting price, stake included
    tote|units per unit staked|declared win dividend
    bsp|decimal odds|Betfair starting price
    place_bsp|decimal odds|Betfair starting price of the place market
    place_won||whether the exchange's place market paid the runner
    headgear||headgear, in the source's words
    rating_rpr|rating points|Racing Post Rating of the run
    rating_ts|rating points|Topspeed of the run
    claim_lb|lb|the jockey's claim
    finish_time_s|s|the runner's time, as the source states it
    comment||the source's words on the run
    morning_wap|decimal odds|average price of the morning, by volume
    pre_play_wap|decimal odds|average price before the off, by volume
    pre_play_min|decimal odds|lowest price before the off
    pre_play_max|decimal odds|highest price before the off
    in_play_min|decimal odds|lowest price in running
    in_play_max|decimal odds|highest price in running
    morning_volume|the exchange's currency|money traded on the runner to win, of the morning
    pre_play_volume|the exchange's currency|money traded on the runner to win, before the off
    in_play_volume|the exchange's currency|money traded on the runner to win, in running
    place_morning_volume|the exchange's currency|money traded for a place, of the morning
    place_pre_play_volume|the exchange's currency|money traded for a place, before the off
    place_in_play_volume|the exchange's currency|money traded for a place, in running
    bsp_volume|the exchange's currency|money matched at the Betfair starting price
    place_bsp_volume|the exchange's currency|money matched at the place market's starting price
    removed_at||when the exchange removed the runner, UTC
    reduction_factor|%|the exchange's reduction factor in the win market
    place_reduction_factor|%|the exchange's reduction factor in the place market
    betting_interest||number that bets are taken on; 0 is none
    body_weight_lb|lb|the horse's own weight
    running_positions||the runner's places at points of the race
    source||name of the row's source
    derived_time_s|s|a finisher's time by beaten lengths
    distance_band||band of the distance
    odds_band||band of sp
    field_size_band||band of the race's starters
    month||month of the race day, YYYY-MM
    weekday||weekday of the race day
    year||year of the race day
    quarter||quarter of the race day
    calendar_month||month of the race day, over all years
    iso_week||ISO 8601 week of the race day
    season||season of the race day
    days_since_last_run|days|days since the horse's last start
    days_since_last_run_band||band of the days since the horse's last start
    market_rank||place in the market by sp, 1 for the favourite
    is_favourite||whether no runner has a shorter sp
    odds_share||1 / sp as a share of the race's sum
    runners|starters|starters of the race
    weight_rank||rank by weight_lb, 1 for the heaviest
    rating_rank||rank by official_rating, 1 for the highest
    last_position||position in the horse's last run
    last_beaten_lengths|lengths|lengths beaten in the horse's last run
    last_course||course of the horse's last run
    last_distance_m|m|distance of the horse's last run
    last_going||going of the horse's last run
    last_class||class of the horse's last run
    last_weight_lb|lb|weight carried in the horse's last run
    last_sp|decimal odds|starting price of the horse's last run
    last_jockey||jockey of the horse's last run
    last_was_favourite||whether the horse was a favourite in its last run
    runs_since_break|runs|earlier runs of the horse since its last break
    career_runs|runs|earlier runs of the horse
    career_wins|wins|earlier wins of the horse
    course_wins|wins|earlier wins of the horse at this course
    distance_wins|wins|earlier wins of the horse over this distance
    course_distance_wins|wins|earlier wins of the horse at this course over this distance
    going_wins|wins|earlier wins of the horse on this going
    jockey_change||whether the jockey is another than in the horse's last run
    trainer_change||whether the trainer is another than in the horse's last run
    class_change|classes|steps up from the class of the horse's last run
    distance_change_m|m|metres more than in the horse's last run
    weight_change_lb|lb|pounds more than in the horse's last run
    headgear_change||whether the headgear is another than in the horse's last run
    jockey_14d_runs|runs|runs of the jockey in the 14 days before
    jockey_14d_wins|wins|wins of the jockey in the 14 days before
    jockey_14d_win_rate||wins per run of the jockey in the 14 days before
    trainer_14d_runs|runs|runs of the trainer in the 14 days before
    trainer_14d_wins|wins|wins of the trainer in the 14 days before
    trainer_14d_win_rate||wins per run of the trainer in the 14 days before
    jockey_course_win_rate||wins per earlier run of the jockey at this course
    trainer_course_win_rate||wins per earlier run of the trainer at this course
    jockey_trainer_win_rate||wins per earlier run of this jockey for this trainer
    """
}
