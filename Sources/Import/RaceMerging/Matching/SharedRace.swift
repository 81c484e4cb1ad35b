import Racing
import RowReading

/// A race of a file that is also stored from another source, runner by runner.
struct SharedRace {
  /// The key that the race is stored under.
  let id: String
  /// The race's key in the file.
  let ownID: String
  /// Whether this file is the first to link them.
  let isNew: Bool
  /// The file's rows that are not refused.
  let rows: [Int32]
  /// By row: the stored row of the same runner, or nil for a runner new to the race.
  let partners: [Int32?]
  /// The rows that have a partner, and their partners.
  let pairs: [(row: Int32, partner: Int32)]
  /// All stored rows of the race.
  let storedRows: [Int32]
  /// Saddlecloth numbers of stored runners that the file does not mention.
  let numbersTaken: Set<Int16>
  /// Whether the file has more results than the store, so that its values win.
  let leads: Bool
  /// The fields that the file's source owns.
  let owned: FieldSet
  /// The file's rows that may be a stored runner or a new one.
  let ambiguousRows: [Int32]

  /// Pairs the runners of a race.
  init(
    incoming: RaceCard, stored: RaceCard, link: Link, owned: FieldSet, names: FoldedNames
  ) {
    let pairing = RunnerPairing(
      incoming.entrants, stored.entrants,
      isSameSource: link != .new && owned.contains(FieldSet("horse_id")), names: names)
    // A source may add any runner to its own race.
    let isFull = link == .stored || !pairing.freeStored.contains { stored.entrants[$0].isDeclared }
    let places = incoming.entrants.indices
    let staying = places.filter {
      pairing.partners[$0] != nil || isFull || !incoming.entrants[$0].isDeclared
    }
    id = stored.id
    ownID = incoming.id
    isNew = link == .new
    self.owned = owned
    rows = staying.map { incoming.entrants[$0].row }
    partners = staying.map { pairing.partners[$0].map { stored.entrants[$0].row } }
    pairs = zip(rows, partners).compactMap { row, partner in partner.map { (row, $0) } }
    storedRows = stored.entrants.map(\.row)
    numbersTaken = Set(pairing.freeStored.compactMap { stored.entrants[$0].number })
    ambiguousRows = places.filter { !staying.contains($0) }.map { incoming.entrants[$0].row }
    let paired = staying.filter { pairing.partners[$0] != nil }.map { incoming.entrants[$0] }
    leads = Self.results(paired) > Self.results(stored.entrants)
  }

  /// The row that gives the race's day and source.
  var firstRow: Int32 { rows[0] }

  /// The evidence that a file's race is a stored one.
  enum Link {
    /// It has the stored key.
    case stored
    /// An earlier import linked them.
    case known
    /// This import matched it.
    case new
  }

  private static func results(_ entrants: [Entrant]) -> Int {
    entrants.reduce(0) { $0 + $1.outcome.specificity }
  }
}

extension Outcome {
  /// The detail of an outcome, from 0 to 3: none; did not win; did not finish; all.
  var specificity: Int {
    switch self {
    case .unresolved: 0
    case .lost: 1
    case .didNotFinish: 2
    default: 3
    }
  }
}
