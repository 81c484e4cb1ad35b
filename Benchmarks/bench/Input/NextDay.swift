import Columns
import Foundation
import TabularFiles

/// A race day to append: the last day's runners once more, a day later and under new keys.
enum NextDay {
  /// The rows of the last day are looked for in so many bytes.
  private static let tailBytes = 8 << 20

  /// Writes the day's file; the CSV file is in time order.
  static func write(csv: String, to path: String) throws {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: csv))
    defer { try? file.close() }
    let head = try file.read(upToCount: 4096) ?? Data()
    let header = head.prefix { $0 != UInt8(ascii: "\n") }
    let size = try file.seekToEnd()
    let start = size > UInt64(tailBytes) ? size - UInt64(tailBytes) : 0
    try file.seek(toOffset: start)
    let tail = try file.readToEnd() ?? Data()
    // The first line is a part of one, or the header.
    let lines = tail.split(separator: UInt8(ascii: "\n")).dropFirst()
    let text = [header] + lines
    try Data(rows(Data(text.joined(separator: [UInt8(ascii: "\n")]))).utf8)
      .write(to: URL(fileURLWithPath: path))
  }

  /// The last day's rows of a CSV text, moved by a day.
  static func rows(_ text: Data) throws -> String {
    var records = CSVRecords(Buffer(Array(text)))
    guard let header = records.next() else { return "" }
    let names = records.fields(header)
    guard let key = names.firstIndex(of: "race_id"), let date = names.firstIndex(of: "date") else {
      throw WrongAnswer(description: "found \(names); expected race_id and date")
    }
    var all: [[String]] = []
    while let record = records.next() { all.append(records.fields(record)) }
    guard let last = all.last, let day = Day(iso: last[date]) else {
      throw WrongAnswer(description: "found no last race day; expected one")
    }
    let own = all.filter { $0[date] == last[date] }
    let moved = own.map { fields in
      var fields = fields
      fields[key] = "9" + fields[key] + "9"
      fields[date] = (day + 1).iso
      return fields
    }
    return ([names] + moved).map { $0.map(quoted).joined(separator: ",") }
      .joined(separator: "\n") + "\n"
  }

  private static func quoted(_ cell: String) -> String {
    guard cell.contains(where: { ",\"\n".contains($0) }) else { return cell }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }
}
