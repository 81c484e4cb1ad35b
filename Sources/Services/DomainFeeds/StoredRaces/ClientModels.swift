import Cards
import Columns
import Foundation
import PoniRacing
import Racing

/// Stored races, runners and horses as the client's models; a value that the store lacks is nil.

extension Race {
  init(_ race: CardRace) {
    // The store prefixes ids with the service's name; the client uses them without.
    let id = race.raceID.hasPrefix("poni-") ? String(race.raceID.dropFirst(5)) : race.raceID
    self.init(id: id, name: race.name ?? Self.name(of: race, id), track: race.course ?? "")
    country = race.country
    date = race.offTime.map { Date(timeIntervalSince1970: Double($0) / 1e6) }
    distance = race.distanceMetres.map(Double.init)
    raceClass = race.raceClass
    going = race.going
    surface = (race.surface ?? race.going).flatMap(Surface.init(going:))
    purse = race.prize.map { Double($0.micros) / Double(Decimal6.one) }
    runners = race.runners.map { RaceRunner($0) }
    status = Self.status(of: race.runners.map(\.result.outcome))
  }

  private static func name(of race: CardRace, _ id: String) -> String {
    race.distanceMetres.map { "\($0) m" } ?? "Race \(id)"
  }

  private static func status(of outcomes: [Outcome]) -> RaceStatus {
    if outcomes.contains(where: \.isStarter) { return .finished }
    let isOver = !outcomes.contains(.unresolved) && outcomes.contains(.void)
    return isOver ? .cancelled : .scheduled
  }
}

extension RaceRunner {
  init(_ runner: CardRunner) {
    self.init(
      horse: runner.horse ?? "", horseID: runner.horseID, isNonRunner: runner.isNonRunner)
    jockey = runner.jockey
    trainer = runner.trainer
    number = runner.number.map { "\($0)" }
    age = runner.age
    weightPounds = runner.weightPounds.map { Double($0.micros) / Double(Decimal6.one) }
    odds = runner.result.startingPrice.map { Double($0.micros) / Double(Decimal6.one) }
    oddsText = runner.result.startingPrice?.description
    position = runner.result.position
    form = runner.form.recent
  }
}

extension Horse {
  init(_ runner: CardRunner) {
    self.init(id: runner.horseID ?? runner.horse ?? "", name: runner.horse ?? "")
    age = runner.age
    sex = runner.sex.flatMap(HorseSex.init(code:))
    jockey = runner.jockey
    trainer = runner.trainer
    owner = runner.owner
    sire = runner.sire
  }

  init(_ runner: LastRunner) {
    self.init(id: runner.id ?? runner.name, name: runner.name)
    age = runner.age
    sex = runner.sex.flatMap(HorseSex.init(code:))
    jockey = runner.jockey
    trainer = runner.trainer
    owner = runner.owner
    sire = runner.sire
  }

  /// Adds the figures of the stored starts; prize money is not stored by runner.
  mutating func add(_ record: Record) {
    starts = record.runs.count
    wins = record.runs.count { $0.position == 1 }
    places = record.runs.count { $0.position == 2 }
    shows = record.runs.count { $0.position == 3 }
    lastRaced = record.runs.first.map { RacingDay.start(of: $0.day) }
  }
}

extension CardRunner {
  /// Whether a name contains a text; every name contains the empty text.
  func mentions(_ text: String) -> Bool {
    text.isEmpty
      || [horse, jockey, trainer, sire].contains {
        $0?.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      }
  }
}
