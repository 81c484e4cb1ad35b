/// Which files of a call have to be read, and which are known.
struct ImportPlan {
  /// The files to read, numbered.
  private(set) var steps: [ImportStep] = []
  /// Per file of the call: its earlier import, or its place among the steps.
  private var outcomes: [Outcome] = []

  private enum Outcome {
    case known(ImportedFile)
    case new(step: Int)
    /// The very bytes stand in the call before, for the same table.
    case repeated(step: Int)
  }

  /// The bytes of a file and the table that is read of them: one journal may feed several.
  private struct Rows: Hashable {
    let sum: String?
    let table: String

    init(_ step: ImportStep) {
      sum = step.identity.xxh128
      table = step.input.tableName
    }
  }

  /// Looks through a call's files.
  ///
  /// - Parameters:
  ///   - all: The files.
  ///   - ledger: The store's imports.
  ///   - mappingText: The mapping they are read by.
  init(_ all: [ImportStep], _ ledger: ImportLedger, mappingText: String) {
    let known = all.map {
      ledger.earlier($0.identity, table: $0.input.tableName, mapping: mappingText)
    }
    // Rows that take columns from another file are new where that file is.
    let standTogether = all.contains { $0.input.isSide }
    let readsAll = standTogether && known.contains { $0 == nil }
    var stepsByRows: [Rows: Int] = [:]
    let tablesBySum = Dictionary(grouping: all, by: \.identity.xxh128).mapValues {
      Set($0.map(\.input.tableName)).count
    }
    var callsBySum: [String?: Int] = [:]
    for (step, known) in zip(all, known) {
      if let known, !readsAll {
        outcomes.append(.known(known))
      } else if let first = stepsByRows[Rows(step)], !standTogether {
        outcomes.append(.repeated(step: first))
      } else {
        var step = step
        step.id = ledger.nextID + steps.count
        step.callID = standTogether ? ledger.nextID : nil
        let sum = step.identity.xxh128
        if step.callID == nil, tablesBySum[sum, default: 1] > 1 {
          step.callID = callsBySum[sum] ?? step.id
          callsBySum[sum] = step.callID
        }
        stepsByRows[Rows(step)] = steps.count
        outcomes.append(.new(step: steps.count))
        steps.append(step)
      }
    }
  }

  /// What became of each file of the call.
  ///
  /// - Parameter imported: What became of the steps.
  /// - Returns: One import per file, in the order of the call.
  func results(_ imported: [ImportedFile]) -> [ImportedFile] {
    outcomes.map { outcome in
      switch outcome {
      case .known(let file): file
      case .new(let step): imported[step]
      case .repeated(let step): imported[step].repeated
      }
    }
  }
}

extension ImportedFile {
  /// The same file once more: all its rows are known.
  var repeated: ImportedFile {
    var again = self
    again.duplicates += stored
    again.stored = 0
    again.replaced = 0
    again.wasKnown = true
    return again
  }
}
