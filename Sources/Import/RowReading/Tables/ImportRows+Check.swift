import Columns
import Mappings
import Racing

extension ImportRows {
  /// Checks each row on its own and stamps it with its import.
  ///
  /// A row needs the fields that its target needs. Only a runner that finished keeps a position;
  /// one that finished without a position is unresolved.
  ///
  /// - Parameters:
  ///   - importID: The import.
  ///   - today: Its day; races of earlier days have been run.
  package mutating func check(importID: Int, today: Day) {
    let needed = mapping.feeds.neededFields
    // A key that is made of the day is missing where the day is.
    refuseUnreadable(needing: mapping.hasDayInKey ? needed.reversed() : needed)
    var named = zip(table.fields, table.columns).map { (name: $0.0.name, column: $0.1) }
    if table["date"] == nil && mapping.feeds.isOfRacing {
      named.append(("date", .nulls(.date, count: table.rowCount)))
    }
    absent = Set(["position", "outcome"].filter { table[$0] == nil })
    if mapping.feeds == .runners {
      let open = Self.reconcileOutcomes(&named, rowCount: table.rowCount)
      if !open.isEmpty { settle(open, &named, today: today) }
    }
    let ids = Buffer<Int32>(count: table.rowCount) { $0.initialize(repeating: Int32(importID)) }
    named.append(("import_id", Column(.int32, .int32(ids))))
    table = Table(named)
  }

  /// Refuses rows without a value in a needed field, or with an unreadable cell that identifies the
  /// race or the runner or gives the result.
  ///
  /// A row is kept without any other unreadable cell, and the cell is listed.
  ///
  /// - Parameter names: The fields.
  mutating func refuseUnreadable(needing names: [String]) {
    var problems = ProblemWalk(problems)
    let needed = names.map { (name: $0, column: table[$0]) }
      .filter { $0.column.map { $0.validity.bits != nil } ?? true }
    guard !problems.isEmpty || !needed.isEmpty else { return }
    let dispensable = mapping.dispensableFields
    for row in 0..<table.rowCount {
      let found = problems.all(in: fileRow(row))
      if let problem = found.first(where: { !dispensable.contains($0.field) || $0.isContainer }) {
        refuse(RefusedRow(row: row, field: problem.field, detail: problem.detail))
      } else if let field = needed.first(where: { $0.column?.isNull(row) ?? true }) {
        refuse(RefusedRow(row: row, field: field.name, detail: "found nothing; expected a value"))
      } else if !found.isEmpty {
        refusals.append(RefusedRow(row: row, keptWithout: found))
      }
    }
  }

  /// The rows that are not refused.
  package var accepted: Table {
    guard !refused.isEmpty else { return table }
    return table.gathered((0..<Int32(table.rowCount)).filter { !refused.contains(Int($0)) })
  }

  /// Returns the rows as if each source had its own file, in the order in which the file first
  /// names the sources; refuses the rows of sources beyond `Limits.sources`.
  ///
  /// - Returns: A value per source, which leaves out the rows of the other sources.
  package func bySource() -> [ImportRows] {
    let codes = table.sources
    guard codes.contains(where: { $0 != codes[0] }) else { return [self] }
    let accepted = (0..<table.rowCount).filter { !refused.contains($0) }
    var places: [Int32: Int] = [:]
    for row in accepted where places[codes[row]] == nil { places[codes[row]] = places.count }
    guard places.count > 1 else { return [self] }
    var parts = [ImportRows](repeating: self, count: min(places.count, Limits.sources))
    for row in accepted {
      let own = places[codes[row]]!
      for place in parts.indices where place != own { parts[place].refused.insert(row) }
      guard own >= parts.count else { continue }
      refusals.append(
        RefusedRow(
          row: row, field: "source",
          detail: "found one more source than \(Limits.sources) in this file; expected the "
            + "name of the source of the races, such as results or exchange"))
    }
    return parts
  }

  // MARK: - Implementation

  /// Makes positions and outcomes agree.
  ///
  /// - Returns: The rows whose result is empty, a zero or an unknown word, with its code of
  ///   ``OpenFinishes``.
  private static func reconcileOutcomes(
    _ named: inout [(name: String, column: Column)], rowCount: Int
  ) -> [OpenFinish] {
    var open: [OpenFinish] = []
    let positionIndex = named.firstIndex { $0.name == "position" }
    let outcomeIndex = named.firstIndex { $0.name == "outcome" }
    let positions = positionIndex.map { named[$0].column } ?? .nulls(.int16, count: rowCount)
    let outcomes = outcomeIndex.map { named[$0].column }
    let finished = Int32(Outcome.finished.rawValue)
    let unresolved = Int32(Outcome.unresolved.rawValue)
    let lost = Int32(Outcome.lost.rawValue)
    // A card has no column of results at all.
    let missing = positionIndex == nil ? unresolved : OpenFinishes.empty
    let didNotFinish = Int32(Outcome.didNotFinish.rawValue)
    // A null's slot holds 0, which is no position.
    let (oldPositions, oldOutcomes) = (positions.int16s, outcomes?.int32s)
    let newOutcomes = Buffer<Int32>(count: rowCount) { out in
      for row in 0..<rowCount {
        let position = oldPositions.pointer[row]
        var outcome = oldOutcomes?.pointer[row] ?? missing
        if outcome >= OpenFinishes.empty {
          if position <= 0 { open.append(OpenFinish(row: row, code: outcome)) }
          outcome = outcome == OpenFinishes.zero ? didNotFinish : unresolved
        }
        // A file that gives only positions leaves the outcome empty.
        if outcome == unresolved && position > 0 { outcome = finished }
        // A loser with a known position has finished.
        if outcome == lost && position > 1 { outcome = finished }
        if outcome == finished && position <= 0 { outcome = unresolved }
        out.initializeElement(at: row, to: outcome)
      }
    }
    let newPositions = Buffer<Int16>(count: rowCount) { out in
      for row in 0..<rowCount {
        let isPlaced = newOutcomes.pointer[row] == finished
        out.initializeElement(at: row, to: isPlaced ? oldPositions.pointer[row] : 0)
      }
    }
    let places = newPositions.pointer
    let placed = Bitmap(count: rowCount) { places[$0] > 0 }
    let validity = placed.isFull ? Validity.allValid : Validity(placed)
    let type = Column(.int16, .int16(newPositions), validity)
    let codes = Column(.coded(dictionary: "outcome"), .int32(newOutcomes))
    if let positionIndex {
      named[positionIndex].column = type
    } else {
      named.append(("position", type))
    }
    if let outcomeIndex {
      named[outcomeIndex].column = codes
    } else {
      named.append(("outcome", codes))
    }
    return open
  }
}
