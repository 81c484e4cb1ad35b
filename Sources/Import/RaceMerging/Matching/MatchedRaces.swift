import Columns
import RowReading

/// The races of a file that turn out to be stored ones, collected month by month.
struct MatchedRaces {
  private(set) var races: [SharedRace] = []
  /// The stored rows of these races; their numbers count through all parts.
  private(set) var storedParts: [Table] = []
  /// Rows whose matching stored race is also in this file; matched after it.
  private(set) var later: [Int32] = []
  /// The file's rows that are refused.
  private(set) var refused = RowSet()
  private(set) var ambiguousCount = 0
  private var storedCount = 0
  /// The keys of the races found so far: two months may have the same candidate.
  private var taken: Set<String> = []
  private let storedKeys: Set<String>
  private let names: MatchingNames
  private let links: RaceLinks
  private let splitsRaces: Bool
  private let draft: RefusedDraft

  /// Begins without races.
  ///
  /// - Parameters:
  ///   - storedKeys: The stored keys of the file's races.
  ///   - names: The names of runners and courses.
  ///   - links: The links between keys of races.
  ///   - splitsRaces: Whether a source's races may be parts of one.
  ///   - draft: Receives the refused rows.
  init(
    storedKeys: Set<String>, names: MatchingNames, links: RaceLinks, splitsRaces: Bool,
    refusedTo draft: RefusedDraft
  ) {
    self.storedKeys = storedKeys
    self.names = names
    self.splitsRaces = splitsRaces
    self.links = links
    self.draft = draft
  }

  /// Adds the races of a stored month.
  mutating func add(
    known: [(card: RaceCard, id: String)], unknown: [RaceCard], of month: StoredMonth
  ) {
    var found = known.map { card, id in
      (card: card, id: id, link: card.id == id ? SharedRace.Link.stored : .known)
    }
    let days = Set(unknown.flatMap { [$0.date - 1, $0.date, $0.date + 1] })
    let candidates =
      unknown.isEmpty ? [] : month.races(on: days).filter { !taken.contains($0.id) }
    var chooser = RaceChooser(
      candidates, courses: names.courses, splitsRaces: splitsRaces)
    for (card, choice) in zip(unknown, chooser.choices(for: unknown)) {
      switch choice {
      case .new: break
      case .stored(let place) where storedKeys.contains(candidates[place].id):
        later += card.entrants.map(\.row)
      case .stored(let place):
        taken.insert(candidates[place].id)
        found.append((card, candidates[place].id, .new))
      case .ambiguous(let ambiguity): refuse(card, ambiguity)
      }
    }
    share(found, of: month)
  }

  // MARK: - Implementation

  private mutating func refuse(_ card: RaceCard, _ ambiguity: Ambiguity) {
    let detail = ambiguity.detail(of: card, names)
    ambiguousCount += 1
    for entrant in card.entrants { refuse(entrant.row, .ambiguousRace, detail) }
  }

  private mutating func refuse(_ row: Int32, _ reason: RejectReason, _ detail: String) {
    refused.insert(Int(row))
    draft.append(RefusedRow(row: Int(row), reason, detail: detail))
  }

  private mutating func share(
    _ found: [(card: RaceCard, id: String, link: SharedRace.Link)], of month: StoredMonth
  ) {
    guard !found.isEmpty else { return }
    let storedRows = month.rows(of: Set(found.map(\.id)))
    let present = found.filter { storedRows[$0.id] != nil }
    var part: [Int32] = []
    let ranges = present.map { race -> ArraySlice<Int32> in
      let first = Int32(part.count)
      part += storedRows[race.id]!
      return Array(first..<Int32(part.count))[...]
    }
    let table = month.flat.gathered(part)
    let cards = RaceCards(table, names: names, firstRow: storedCount)
    for (race, range) in zip(present, ranges) {
      let shared = SharedRace(
        incoming: race.card, stored: cards.card(range), link: race.link,
        owned: owned(race.card.id, race.id), names: names.horses)
      if !shared.rows.isEmpty { races.append(shared) }
      refuseRunners(shared)
    }
    storedParts.append(table)
    storedCount += part.count
  }

  /// Returns the fields that a source owns: those of its link, or all but those of the links.
  private func owned(_ ownID: String, _ id: String) -> FieldSet {
    if ownID != id { return links[ownID]?.fields ?? [] }
    return links.leading(to: id).reduce(FieldSet.all) { $0.subtracting($1.fields) }
  }

  private mutating func refuseRunners(_ race: SharedRace) {
    let detail =
      "found neither its name nor its number in the stored race \(race.id), some of whose runners "
      + "the file does not name; expected one of these; a line horse,SPELLING,NAME in aliases.csv "
      + "joins them, then railbird rejects --retry"
    for row in race.ambiguousRows { refuse(row, .ambiguousRunner, detail) }
  }
}
