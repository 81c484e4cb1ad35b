import Columns
import Foundation
import Racing

/// Turns what the service tells into what an app shows; a pure function of its arguments.
public struct DataMappingService: Sendable {
  /// Makes the mapping.
  public init() {}

  /// A horse, with what its past races say.
  ///
  /// - Edge cases: a past race without position and code is no start. Without any start `starts`,
  ///   `wins`, `places`, `shows`, `earnings` and `lastRaced` are nil: not known is not none.
  public func mapAPIHorseDataToHorse(
    _ apiHorse: APIHorseData, with results: [APIRaceResult]
  ) -> Horse {
    var horse = Horse(id: apiHorse.horse_id, name: apiHorse.horse)
    horse.age = apiHorse.age
    horse.sex = apiHorse.sex.flatMap(HorseSex.init(code:))
    horse.trainer = apiHorse.trainer
    horse.jockey = apiHorse.jockey
    horse.owner = apiHorse.owner
    horse.sire = apiHorse.sire
    horse.dam = apiHorse.dam
    let runs = results.filter(\.isStart)
    guard !runs.isEmpty else { return horse }
    horse.starts = runs.count
    horse.wins = runs.count { $0.position == 1 }
    horse.places = runs.count { $0.position == 2 }
    horse.shows = runs.count { $0.position == 3 }
    let money = runs.compactMap { $0.prize.flatMap(MoneyText.amount) }
    horse.earnings = money.isEmpty ? nil : money.reduce(0, +)
    horse.lastRaced = runs.compactMap { $0.race_time.flatMap(Self.moment) }.max()
    return horse
  }

  /// A jockey.
  public func mapAPIJockeyStatsToJockey(_ stats: APIJockeyStats) -> Jockey {
    Jockey(
      name: stats.jockey, starts: stats.runs, wins: stats.wins,
      winPercentage: stats.win_percentage, recentForm: stats.recent_form)
  }

  /// A trainer.
  public func mapAPITrainerStatsToTrainer(_ stats: APITrainerStats) -> Trainer {
    Trainer(
      name: stats.trainer, starts: stats.runs, wins: stats.wins,
      winPercentage: stats.win_percentage, recentForm: stats.recent_form)
  }

  /// A jockey's win percentage from the service's own counts; these know no prices, so no window
  /// has an ROI, and the data says that it is estimated.
  public func mapAPIJockeyStatsToROI(_ stats: APIJockeyStats) -> JockeyROIData {
    JockeyROIData(
      name: stats.jockey,
      figures: ROIWindows(
        winPercentage: stats.win_percentage, sampleSize: stats.runs,
        recentForm: stats.recent_form))
  }

  /// A trainer's win percentage from the service's own counts, as for a jockey.
  public func mapAPITrainerStatsToROI(_ stats: APITrainerStats) -> TrainerROIData {
    TrainerROIData(
      name: stats.trainer,
      figures: ROIWindows(
        winPercentage: stats.win_percentage, sampleSize: stats.runs,
        recentForm: stats.recent_form))
  }
}
