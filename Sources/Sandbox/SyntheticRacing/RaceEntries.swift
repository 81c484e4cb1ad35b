import Racing

/// The runners of one race, from their entry to their prices.
///
/// The steps are called in this order: entries appended, ``prepare(isHandicap:using:)``,
/// ``run(using:)``, ``price(conditions:using:)``. At the end the entries are in order of their
/// saddlecloth numbers, from 1.
struct RaceEntries {
  var entries: [Entry] = []
  var chances = RaceChances()
  /// Room for one number per entry.
  var scratch: [Double] = []

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Gives the runners ratings, weights, draws and numbers, and removes the non-runners.
  mutating func prepare(
    isHandicap: Bool, jockeys: Roster, trainers: Roster, using random: inout RandomSource
  ) {
    rate(isHandicap: isHandicap, using: &random)
    weigh(isHandicap: isHandicap)
    if isHandicap { entries.insertionSort { $0.weightPounds > $1.weightPounds } }
    drawStalls(using: &random)
    let middle = Double(entries.count + 1) / 2
    for index in entries.indices {
      let entry = entries[index]
      // Weight cancels a part of the better horse's advantage.
      let ability = isHandicap ? 0.6 * entry.ability : entry.ability
      entries[index].strength =
        ability + jockeys.skill[entry.jockey] + trainers.skill[entry.trainer]
        - 0.015 * (Double(entry.draw) - middle)
    }
    withdraw(using: &random)
  }

  // MARK: - Implementation

  private mutating func rate(isHandicap: Bool, using random: inout RandomSource) {
    for index in entries.indices {
      let points = 66 + 16 * entries[index].ability + 2 * random.normal()
      // Only handicaps require a rating; young horses often have none yet.
      let isRated = isHandicap || entries[index].age > 2 || random.chance(0.4)
      entries[index].officialRating =
        isRated ? min(max(PortableMath.nearestInteger(points), 30), 140) : 0
    }
  }

  private mutating func weigh(isHandicap: Bool) {
    let top = entries.reduce(0) { max($0, $1.officialRating) }
    for index in entries.indices {
      let entry = entries[index]
      let allowance = (entry.sex.isFemale ? 3 : 0) + (entry.age < 3 ? 5 : 0)
      entries[index].weightPounds =
        isHandicap ? max(140 - (top - entry.officialRating), 105) : 131 - allowance
    }
  }

  private mutating func drawStalls(using random: inout RandomSource) {
    for index in entries.indices {
      let other = random.below(index + 1)
      entries[index].draw = index + 1
      let draw = entries[index].draw
      entries[index].draw = entries[other].draw
      entries[other].draw = draw
    }
  }

  private mutating func withdraw(using random: inout RandomSource) {
    var starters = entries.count
    for index in entries.indices where random.chance(chances.withdrawn) && starters > 3 {
      entries[index].outcome = Outcome.nonRunner.rawValue
      starters -= 1
    }
  }
}

extension Array {
  /// Sorts a short array; equal elements keep their order.
  mutating func insertionSort(by areInOrder: (Element, Element) -> Bool) {
    for end in indices.dropFirst() {
      var slot = end
      while slot > 0 && areInOrder(self[slot], self[slot - 1]) {
        swapAt(slot, slot - 1)
        slot -= 1
      }
    }
  }
}
