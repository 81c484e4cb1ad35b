import ColumnStore
import Columns
import Foundation
import Racing

extension FieldReader {
  /// The longest name or key, in characters: no horse, rider or race has a longer one.
  static let nameLimit = 250

  func codes(spelling: ((UnsafeBufferPointer<UInt8>) -> [UInt8])? = nil) -> FieldValues {
    var out = FieldColumn<Int32>(count: rows.rowCount)
    var last: Int32?
    cells.forEach(rows.rowCount) { row, cell, isRepeated in
      guard let cell else { return }
      if isRepeated, let last {
        out.set(row, last)
        return
      }
      last = nil
      if let mistake = Self.tooLong(cell) {
        out.problems.append(problem(row, mistake, "at most \(Self.nameLimit)"))
        return
      }
      let code =
        spelling.map { $0(cell).withUnsafeBufferPointer { encoder!.code($0) } }
        ?? encoder!.code(cell)
      if let code {
        out.set(row, code)
        last = code
      } else {
        out.problems.append(problem(row, cell.shown, "valid UTF-8"))
      }
    }
    return out.finished(field.type) { .int32($0) }
  }

  func texts() -> FieldValues {
    var offsets: [Int32] = [0]
    var bytes: [UInt8] = []
    var flags: [Bool] = []
    offsets.reserveCapacity(rows.rowCount + 1)
    var problems: [CellProblem] = []
    cells.forEach(rows.rowCount) { row, cell, _ in
      if let cell {
        if let mistake = Self.tooLong(cell) {
          problems.append(problem(row, mistake, "at most \(Self.nameLimit)"))
        } else if cell.allSatisfy({ $0 < 0x80 }) {
          bytes.append(contentsOf: cell)
        } else if let text = String(validating: cell, as: UTF8.self) {
          // Normalised as names are, so that two spellings are one race.
          bytes.append(contentsOf: text.precomposedStringWithCanonicalMapping.utf8)
        } else {
          problems.append(problem(row, cell.shown, "valid UTF-8"))
        }
      }
      offsets.append(Int32(bytes.count))
      flags.append(cell != nil)
    }
    let text = TextBuffer(offsets: Buffer(offsets), bytes: Buffer(bytes))
    return FieldValues(column: Column(.text, .text(text), Validity(flags)), problems: problems)
  }

  /// Positions: whole numbers, or what results print for them.
  func positions() -> FieldValues {
    guard mapping.formats.contains(.finish) else { return integers { .int16($0) } }
    return fixed(expected: "a position") { cell in
      Finish.parse(cell.span)?.position.map { .value($0) } ?? .none
    } _: {
      .int16($0)
    }
  }

  /// Outcomes' codes are their raw values: the store's dictionary lists them in that order.
  func outcomes() -> FieldValues {
    let readsFinish = mapping.formats.contains(.finish)
    var out = FieldColumn<Int32>(count: rows.rowCount)
    // A file has a handful of texts for it, each read once.
    let texts = DictionaryEncoder.ofKeys()
    var outcomes: [Int32] = []
    cells.forEach(rows.rowCount) { row, cell, _ in
      guard let cell, let text = texts.code(cell) else {
        out.set(row, Int32(Outcome.unresolved.rawValue))
        return
      }
      if Int(text) == outcomes.count {
        var outcome = Self.outcome(cell)
        if outcome == .unresolved, readsFinish, let finish = Finish.parse(cell.span) {
          outcome = finish.outcome
        }
        outcomes.append(Int32(outcome.rawValue))
      }
      out.set(row, outcomes[Int(text)])
    }
    return out.finished(field.type) { .int32($0) }
  }

  // MARK: - Implementation

  /// An outcome's word; a bare position means that the runner finished, anything else is unknown.
  private static func outcome(_ cell: UnsafeBufferPointer<UInt8>) -> Outcome {
    let word = String(decoding: cell, as: UTF8.self).lowercased()
      .replacing("-", with: "_").replacing(" ", with: "_")
    if let known = Outcome(name: word) { return known }
    return (integer(cell, Int16.self) ?? 0) > 0 ? .finished : .unresolved
  }

  private static func tooLong(_ cell: UnsafeBufferPointer<UInt8>) -> String? {
    guard cell.count > nameLimit else { return nil }
    let count = String(decoding: cell, as: UTF8.self).count
    return count > nameLimit ? "a text of \(count) characters" : nil
  }
}
