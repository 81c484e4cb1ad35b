import Columns
import Mappings
import Racing
import RowReading

extension MappingProposal {
  /// Takes proposed lengths as margins to the horse in front if they decrease in the order of the
  /// finish, as lengths behind the winner never do.
  ///
  /// - Parameter rows: The rows, read by the proposal.
  /// - Returns: Whether the proposal has changed.
  mutating func takeMargins(of rows: Table) -> Bool {
    guard let index = fields.firstIndex(where: { $0.name == "beaten_lengths" }),
      let lengths = rows["beaten_lengths"], let positions = rows["position"],
      let ids = rows["race_id"]
    else { return false }
    let groups = RaceGroups(rows) { ids.isNull($0) || positions.isNull($0) }
    var (examined, falling) = (0, 0)
    for race in 0..<groups.count {
      let inOrder = groups[race].map(Int.init).filter { !lengths.isNull($0) }
        .sorted { positions.int16s[$0] < positions.int16s[$1] }
      guard inOrder.count > 2 else { continue }
      examined += 1
      let falls = zip(inOrder, inOrder.dropFirst()).contains { ahead, behind in
        lengths.int64s[behind] < lengths.int64s[ahead]
      }
      if falls { falling += 1 }
    }
    let column = fields[index].columns.joined(separator: ", ")
    guard Double(falling) > Self.fallingShare * Double(examined) else {
      if examined > 0, column.lowercased() == "btn" {
        doubts.append(
          "\(column): the lengths never fall, so they are taken for those behind the winner; if they "
            + "are margins to the horse in front, call the field margin")
      }
      return false
    }
    fields[index] = fields[index].named(Field.margin.name)
    fields[index].comments.append(
      "they fall in \(falling) of \(examined) races: margins to the horse in front")
    return true
  }

  /// The share of races above which decreasing lengths are no mistakes of a judge.
  private static let fallingShare = 0.05
}
