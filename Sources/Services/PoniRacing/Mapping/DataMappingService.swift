import Columns
import Foundation
import Racing

/// Maps the service's payloads to an app's models, as a pure function of its arguments.
public struct DataMappingService: Sendable {
  /// Makes the mapping.
  public init() {}

  /// Maps a horse, with the figures of its past races.
  ///
  /// - Edge cases: a past race without position and code is not a start. Without any start,
  ///   `starts`, `wins`, `places`, `shows`, `earnings` and `lastRaced` are nil: unknown, not zero.
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

  /// Maps a jockey.
  public func mapAPIJockeyStatsToJockey(_ stats: APIJockeyStats) -> Jockey {
    Jockey(
      name: stats.jockey, starts: stats.runs, wins: stats.wins,
      winPercentage: stats.win_percentage, recentForm: stats.recent_form)
  }

  /// Maps a trainer.
  public func mapAPITrainerStatsToTrainer(_ stats: APITrainerStats) -> Trainer {
    Trainer(
      name: stats.trainer, starts: stats.runs, wins: stats.wins,
      winPercentage: stats.win_percentage, recentForm: stats.recent_form)
  }

  /// Maps the service's own counts to a jockey's win percentage; without prices no window has an
  /// ROI, and the data is marked as estimated.
  public func mapAPIJockeyStatsToROI(_ stats: APIJockeyStats) -> JockeyROIData {
    JockeyROIData(
      name: stats.jockey,
      figures: ROIWindows(
        winPercentage: stats.win_percentage, sampleSize: stats.runs,
        recentForm: stats.recent_form))
  }

  /// Maps the service's own counts to a trainer's win percentage, as for a jockey.
  public func mapAPITrainerStatsToROI(_ stats: APITrainerStats) -> TrainerROIData {
    TrainerROIData(
      name: stats.trainer,
      figures: ROIWindows(
        winPercentage: stats.win_percentage, sampleSize: stats.runs,
        recentForm: stats.recent_form))
  }
}
