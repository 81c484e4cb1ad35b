import Columns
import Racing

/// A fact of a runner that follows from its whole race, or from runs before its race day.
///
/// Each is a field of filters and a key. A fact of earlier runs uses no run of the race day itself
/// or later. If you add one, also compute it in `FactColumns` and describe it in
/// `docs/questions.md`.
public enum RunnerFact: String, CaseIterable, Codable, Sendable {
  /// Place in the market by its price, 1 for the favourite; equal prices share it.
  case marketRank = "market_rank"
  /// Whether no runner of the race has a shorter price.
  case isFavourite = "is_favourite"
  /// 1/price as a share of the race's sum.
  case oddsShare = "odds_share"
  /// Starters of the race; before the race, the runners without a result.
  case runners
  /// Rank by weight, 1 for the heaviest; equal weights share it.
  case weightRank = "weight_rank"
  /// Rank by official rating, 1 for the highest; equal ratings share it.
  case ratingRank = "rating_rank"
  /// Position of the horse's last run; null without one.
  case lastPosition = "last_position"
  /// Lengths beaten in the horse's last run.
  case lastBeatenLengths = "last_beaten_lengths"
  /// Course of the horse's last run.
  case lastCourse = "last_course"
  /// Distance of the horse's last run.
  case lastDistance = "last_distance_m"
  /// Going of the horse's last run.
  case lastGoing = "last_going"
  /// Class of the horse's last run.
  case lastClass = "last_class"
  /// Weight carried in the horse's last run.
  case lastWeight = "last_weight_lb"
  /// Starting price of the horse's last run.
  case lastSP = "last_sp"
  /// Jockey of the horse's last run.
  case lastJockey = "last_jockey"
  /// Whether the horse was a favourite in its last run.
  case lastWasFavourite = "last_was_favourite"
  /// Earlier runs of the horse since its last break, or its first run.
  case runsSinceBreak = "runs_since_break"
  /// Earlier runs of the horse.
  case careerRuns = "career_runs"
  /// Earlier wins of the horse.
  case careerWins = "career_wins"
  /// Earlier wins of the horse at this course.
  case courseWins = "course_wins"
  /// Earlier wins of the horse over exactly this distance.
  case distanceWins = "distance_wins"
  /// Earlier wins of the horse at this course over exactly this distance.
  case courseDistanceWins = "course_distance_wins"
  /// Earlier wins of the horse on this going.
  case goingWins = "going_wins"
  /// Whether the jockey differs from the one of the horse's last run.
  case jockeyChange = "jockey_change"
  /// Whether the trainer differs from the one of the horse's last run.
  case trainerChange = "trainer_change"
  /// Steps from the class of the horse's last run; positive into a higher class.
  case classChange = "class_change"
  /// Metres more than in the horse's last run.
  case distanceChange = "distance_change_m"
  /// Pounds more than in the horse's last run.
  case weightChange = "weight_change_lb"
  /// Whether the headgear, or its absence, differs from that of the horse's last run.
  case headgearChange = "headgear_change"
  /// Runs of the jockey in the 14 days before.
  case jockeyRecentRuns = "jockey_14d_runs"
  /// Wins of the jockey in the 14 days before.
  case jockeyRecentWins = "jockey_14d_wins"
  /// Share of wins among the jockey's runs in the 14 days before.
  case jockeyRecentRate = "jockey_14d_win_rate"
  /// Runs of the trainer in the 14 days before.
  case trainerRecentRuns = "trainer_14d_runs"
  /// Wins of the trainer in the 14 days before.
  case trainerRecentWins = "trainer_14d_wins"
  /// Share of wins among the trainer's runs in the 14 days before.
  case trainerRecentRate = "trainer_14d_win_rate"
  /// Share of wins among the jockey's earlier runs at this course.
  case jockeyCourseRate = "jockey_course_win_rate"
  /// Share of wins among the trainer's earlier runs at this course.
  case trainerCourseRate = "trainer_course_win_rate"
  /// Share of wins among the earlier runs of this jockey for this trainer.
  case jockeyTrainerRate = "jockey_trainer_win_rate"

  /// The type of a fact's values.
  package enum Kind: Equatable {
    /// Whole numbers.
    case count
    /// Decimals in millionths.
    case decimal
    case flag
    /// Names of a stored field.
    case name(of: String)
  }

  /// The type of its values.
  var kind: Kind {
    switch self {
    case .isFavourite, .lastWasFavourite, .jockeyChange, .trainerChange, .headgearChange: .flag
    case .oddsShare, .lastBeatenLengths, .lastWeight, .lastSP, .weightChange, .jockeyRecentRate,
      .trainerRecentRate, .jockeyCourseRate, .trainerCourseRate, .jockeyTrainerRate:
      .decimal
    case .lastCourse: .name(of: "course")
    case .lastGoing: .name(of: "going")
    case .lastClass: .name(of: "class")
    case .lastJockey: .name(of: "jockey")
    default: .count
    }
  }

  /// Whether it follows from the race itself, and so is complete only after the race.
  package var isOfRace: Bool {
    switch self {
    case .marketRank, .isFavourite, .oddsShare, .runners, .weightRank, .ratingRank: true
    default: false
    }
  }

  /// The column type of the fact's values.
  package var type: ColumnType {
    switch kind {
    case .count: .int32
    case .decimal: .micros
    case .flag: .boolean
    case .name(let field): .coded(dictionary: field)
    }
  }
}
