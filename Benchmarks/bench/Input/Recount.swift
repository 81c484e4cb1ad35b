import Foundation

/// Every jockey's record, as counted while the input was generated.
struct Recount {
  private let records: [String: PlainRecord]

  init(_ records: [String: PlainRecord]) { self.records = records }

  /// What was counted for an input; nil for one of another generator.
  init?(of input: DataSet) throws {
    guard input.source == .own else { return nil }
    var records: [String: PlainRecord] = [:]
    for line in try String(contentsOfFile: input.recount, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: "\t")
      let numbers = fields.dropFirst().compactMap { Int64($0) }
      records[String(fields[0])] = PlainRecord(
        runs: Int(numbers[0]), wins: Int(numbers[1]), bets: Int(numbers[2]),
        returnedMicros: numbers[3])
    }
    self.records = records
  }

  func write(to path: String) throws {
    let lines = records.sorted { $0.key < $1.key }.map { name, record in
      "\(name)\t\(record.runs)\t\(record.wins)\t\(record.bets)\t\(record.returnedMicros)\n"
    }
    try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Expects these records, each once, and no others.
  func verify(_ found: [(name: String, record: PlainRecord)]) throws {
    guard found.count == records.count else {
      throw WrongAnswer(description: "found \(found.count) jockeys; expected \(records.count)")
    }
    for (name, record) in found {
      guard record == records[name] else {
        throw WrongAnswer(
          description: "\(name): found \(record); expected "
            + "\(records[name].map { "\($0)" } ?? "nobody")")
      }
    }
  }
}
