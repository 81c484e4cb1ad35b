import Columns
import Foundation
import TabularFiles

/// The generated runners as an API would send them: a JSON object per line, all values as texts.
enum JSONLines {
  /// How many runners are written at most: enough for a rate, and not gigabytes of text.
  static let mostRows = 200_000

  /// Writes the first rows of a CSV file; returns how many.
  static func write(csv: String, to path: String) throws -> Int {
    var records = CSVRecords(Buffer(Array(try Data(contentsOf: URL(fileURLWithPath: csv)))))
    guard let header = records.next() else { return 0 }
    let names = records.fields(header)
    var text: [UInt8] = []
    var count = 0
    while count < mostRows, let record = records.next() {
      let cells = zip(names, records.fields(record)).filter { !$0.1.isEmpty }
      let members = cells.map { "\"\($0)\":" + JSONText.string($1) }
      text += Array("{\(members.joined(separator: ","))}\n".utf8)
      count += 1
    }
    try Data(text).write(to: URL(fileURLWithPath: path))
    return count
  }
}
