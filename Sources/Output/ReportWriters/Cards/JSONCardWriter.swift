import Cards
import Columns

/// A day's card as JSON: an array with one object per runner and line, with the CSV's digits.
public enum JSONCardWriter {
  /// Returns the file's text.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - columns: The columns to write.
  /// - Returns: A JSON array; members in column order, `null` where a cell is empty.
  public static func text(_ card: DayCard, _ columns: CardColumns) -> String {
    let names = columns.header(card).map { JSONText.string($0) + ":" }
    let lines = card.races.flatMap { race in
      race.runners.map { runner in
        let cells = columns.cells(runner, in: race, of: card)
        return "{" + zip(names, cells).map { $0 + $1.json }.joined(separator: ",") + "}"
      }
    }
    return "[\n" + lines.joined(separator: ",\n") + (lines.isEmpty ? "]\n" : "\n]\n")
  }
}
