import APICore
import Columns
import Foundation
import Racing

extension DataMappingService {
  /// Maps a race and its known runners.
  public func mapAPIRacecardToRace(_ card: APIRacecard) -> Race {
    var race = Race(id: card.race_id, name: Self.name(of: card), track: "")
    (race.track, race.country) = Self.course(card.course)
    race.date = Self.offTime(card.race_time)
    race.distanceText = card.distance
    race.distance = card.distance.flatMap { Distance.parse($0, unit: nil) }
      .map { Double($0.units) / 10_000 }
    race.ageGroup = card.age
    race.raceClass = card.race_class
    race.going = card.going
    race.surface = card.going.flatMap(Surface.init(going:))
    race.purse = card.prize.flatMap(MoneyText.amount)
    race.winningTime = card.finish_time.flatMap(RaceTimeText.seconds)
    race.runners = card.runners.map(mapAPIRunnerToRunner)
    race.status = Self.status(of: card, race.runners)
    return race
  }

  /// Maps a runner.
  public func mapAPIRunnerToRunner(_ runner: APIRunner) -> RaceRunner {
    let finish = runner.finish
    var mapped = RaceRunner(
      horse: runner.horse, horseID: runner.horse_id,
      isNonRunner: runner.non_runner == true || finish?.outcome == .nonRunner)
    mapped.jockey = runner.jockey
    mapped.trainer = runner.trainer
    mapped.number = runner.number
    mapped.age = runner.age
    mapped.weightPounds = runner.weight.flatMap(Self.pounds)
    mapped.oddsText = runner.odds
    mapped.odds = runner.odds.flatMap(PriceText.odds).map {
      Double($0.micros) / Double(Decimal6.one)
    }
    mapped.position = finish?.position.map(Int.init)
    mapped.beaten = runner.distance_beaten
    mapped.form = runner.form
    return mapped
  }

  /// Maps a finished race to a race card.
  public func mapAPIRaceResultToRacecard(_ result: APIRaceResult) -> APIRacecard? {
    guard let id = result.race_id else { return nil }
    var card = APIRacecard(
      race_id: id, race_name: result.race_name ?? "", course: result.course ?? "",
      race_time: result.race_time ?? "", runners: result.runners)
    card.distance = result.distance
    card.prize = result.prize
    card.finish_time = result.finish_time
    card.canceled = result.canceled
    card.finished = result.canceled != true
    return card
  }

  // MARK: - Implementation

  /// Reads an off time, UTC by default; nil for a date without a time.
  static func offTime(_ text: String) -> Date? {
    guard Day(iso: text) == nil else { return nil }
    return APIDate(text).map { Date(timeIntervalSince1970: Double($0.micros) / 1e6) }
  }

  /// Reads an off time, or takes the beginning of the day for a date alone.
  static func moment(_ text: String) -> Date? {
    Day(iso: text).map { RacingDay.start(of: $0) } ?? offTime(text)
  }

  private static func name(of card: APIRacecard) -> String {
    if !card.race_name.isEmpty { return card.race_name }
    let parts = [card.distance, card.age].compactMap { $0 }
    return parts.isEmpty ? "Race \(card.race_id)" : parts.joined(separator: ", ")
  }

  /// Splits `Aqueduct (USA)` into course and country; `Kempton (AW)` stays whole: AW is no country.
  private static func course(_ text: String) -> (track: String, country: String?) {
    guard let match = text.wholeMatch(of: /(.+?) \(([A-Z]{2,3})\)/),
      CountryCode.iso[String(match.2)] != nil
    else { return (text, nil) }
    return (String(match.1), String(match.2))
  }

  private static func status(of card: APIRacecard, _ runners: [RaceRunner]) -> RaceStatus {
    if card.canceled == true { return .cancelled }
    if let finished = card.finished { return finished ? .finished : .scheduled }
    return runners.contains { $0.position == 1 } ? .finished : .scheduled
  }

  private static func pounds(_ text: String) -> Double? {
    let micros =
      CarriedWeight.pounds(text, unit: .stonePounds) ?? CarriedWeight.pounds(text, unit: .pounds)
    return micros.map { Double($0) / Double(Decimal6.one) }
  }
}
