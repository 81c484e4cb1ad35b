/// Picks new races of a file that are matched and stored together.
///
/// A race is compared with stored ones only. So of races of several sources that may be one, those
/// of one source come first, and the others once these are stored.
struct SourceTurn {
  /// The turns that a file has: more sources hardly tell of one race, and each costs one pass over
  /// its months.
  static let most = 50

  /// Something that two races have in common wherever one may be taken for the other.
  private enum Mark: Hashable {
    case runner(day: Int32, name: Int32)
    case off(course: Int32, period: Int64)
    case number(day: Int32, course: Int32, number: Int16)
  }

  private let cards: RaceCards
  /// By mark: the sources that tell of every taken race that has it.
  private var sources: [Mark: Set<Int32>] = [:]

  /// Begins without any races.
  init(_ cards: RaceCards) { self.cards = cards }

  /// Takes a race that is stored, by its rows: it may bring others here with the file's facts.
  mutating func add(_ rows: ArraySlice<Int32>) { add(cards.card(rows)) }

  /// Takes races that no taken race of another source may be.
  ///
  /// The file's sources come in the order in which it names them first, so that the last one's word
  /// is the newest.
  ///
  /// - Parameter races: The rows of each race.
  /// - Returns: By race, whether it was taken.
  mutating func taking(_ races: [ArraySlice<Int32>]) -> [Bool] {
    let races = races.map(cards.card)
    var ranks: [Int32: Int] = [:]
    for race in races where ranks[race.source] == nil { ranks[race.source] = ranks.count }
    var isTaken = [Bool](repeating: false, count: races.count)
    let ranked = races.indices.sorted { left, right in
      (ranks[races[left].source]!, left) < (ranks[races[right].source]!, right)
    }
    for place in ranked where isApart(races[place]) {
      isTaken[place] = true
      add(races[place])
    }
    return isTaken
  }

  // MARK: - Implementation

  private mutating func add(_ race: RaceCard) {
    for mark in Self.marks(of: race) {
      // Most are told by one source, whose set all its marks share.
      guard let known = sources[mark] else {
        sources[mark] = race.sources
        continue
      }
      if known != race.sources { sources[mark] = known.intersection(race.sources) }
    }
  }

  private func isApart(_ race: RaceCard) -> Bool {
    Self.marks(of: race, beside: true).allSatisfy { mark in
      sources[mark].map { !$0.isDisjoint(with: race.sources) } ?? true
    }
  }

  /// Returns what a race may have in common with others, `beside` it also on the days and in the
  /// periods next to its own.
  private static func marks(of race: RaceCard, beside: Bool = false) -> [Mark] {
    let near = beside ? [-1, 0, 1] : [0]
    var marks = race.entrants.compactMap(\.name).flatMap { name in
      near.map { Mark.runner(day: race.date + Int32($0), name: name) }
    }
    guard let course = race.course else { return marks }
    if let off = race.offTime {
      let period = off / RaceChooser.offTimeTolerance
      marks += near.map { Mark.off(course: course, period: period + Int64($0)) }
    }
    if let number = race.number {
      marks.append(.number(day: race.date, course: course, number: number))
    }
    return marks
  }
}
