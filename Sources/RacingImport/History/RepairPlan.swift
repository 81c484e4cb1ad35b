import ColumnStore
import Racing
import SystemFiles

/// The repair of a damaged store: its damages, and the remedy of each.
public struct RepairPlan: Sendable {
  /// The damaged files, as `verify` tells of them.
  public internal(set) var damages: [Damage] = []
  /// The names of damaged kept sums, which the next report computes anew.
  public internal(set) var keptSums: [String] = []
  /// Whether the tables are rebuilt from the archive.
  public internal(set) var rebuildsTables = false
  /// Whether the archive's log is written anew from the table of imports.
  public internal(set) var rewritesLog = false
  /// Damaged archived files that an original replaces: checksum and original.
  public internal(set) var restored: [(sha256: String, original: String)] = []
  /// Imports whose archived file or mapping is lost.
  public internal(set) var lost: [ImportedFile] = []
  /// The numbers of the imports that the rebuilt tables leave out.
  public internal(set) var leftOut: Set<Int> = []
  /// Damages without a remedy in the store, each with the user's own.
  public internal(set) var obstacles: [String] = []

  /// Whether the store needs no repair.
  public var isEmpty: Bool { damages.isEmpty && keptSums.isEmpty }

  /// Whether carrying it out changes anything.
  public var changesStore: Bool {
    !keptSums.isEmpty || rebuildsTables || rewritesLog || !restored.isEmpty
  }
}

extension RepairJob {
  /// Examines the store.
  ///
  /// - Returns: The plan; nothing is changed.
  /// - Throws: ``ImportError`` `.store` if there is no store, or the system refuses.
  public func plan() throws(ImportError) -> RepairPlan {
    var plan = RepairPlan()
    let hasManifest: Bool
    (plan.damages, hasManifest) = try onStore { () throws(StoreError) in
      try Verification.damages(of: store)
    }
    plan.keptSums = KeptFile.damaged(in: store, threads: threads)
    let files = plan.damages.map(\.file)
    let isLogDamaged = files.contains("archive/LOG")
    let needsTables =
      !hasManifest || files.contains { $0.hasPrefix("segments/") || $0.hasPrefix("dictionaries/") }
    let ledger = history(isLogDamaged: isLogDamaged, hasManifest: hasManifest)
    let absent = try absentSums(ledger, damaged: files)
    plan.restored = try found(absent)
    let missing = absent.subtracting(plan.restored.map(\.sha256))
    plan.lost =
      ledger?.standing.filter { imported in
        imported.sha256 == nil || !missing.isDisjoint(with: Self.sums(of: imported))
      } ?? []
    if !plan.lost.isEmpty {
      let names = plan.lost.map(\.label).joined(separator: ", ")
      plan.obstacles.append(
        "lost in the archive: \(names); --original FILE restores each from its original file"
          + (needsTables ? ", --leave-out rebuilds the tables without them" : ""))
    }
    for sum in missing.subtracting(plan.lost.flatMap(Self.sums(of:))).sorted() {
      let undone = ledger?.imports.filter { Self.sums(of: $0).contains(sum) }.map(\.label) ?? []
      let owner = undone.isEmpty ? "no import" : "undone " + undone.joined(separator: ", ")
      plan.obstacles.append("archive/\(sum) belongs to \(owner); --original FILE restores it")
    }
    if needsTables {
      try decideOnTables(&plan, ledger, isLogDamaged: isLogDamaged)
    } else if isLogDamaged {
      plan.rewritesLog = ledger != nil
    }
    for file in files where file == NameAliases.fileName {
      plan.obstacles.append(
        "\(file) is no copy of anything: set yours anew by `railbird aliases --store \(store) --set`, "
          + "or accept the file by --accept")
    }
    for file in files where !Self.isKnown(file) {
      plan.obstacles.append("\(file): put the store's own folder back in this place")
    }
    return plan
  }

  // MARK: - Implementation

  private static func isKnown(_ file: String) -> Bool {
    file == "MANIFEST" || file == NameAliases.fileName || file.hasPrefix("segments/")
      || file.hasPrefix("dictionaries/") || file.hasPrefix("archive/")
  }

  /// Returns the checksums of an import's archived files.
  private static func sums(of imported: ImportedFile) -> [String] {
    [imported.sha256, imported.mappingSHA256].compactMap { $0 }
  }

  /// Reads the imports: by the archive's log, else by the table.
  private func history(isLogDamaged: Bool, hasManifest: Bool) -> ImportLedger? {
    if !isLogDamaged, let log = try? ArchiveLog(store: store), !log.notes.isEmpty {
      return try? ImportLedger(log, store: store)
    }
    guard hasManifest,
      let snapshot = try? Snapshot(store: store, tables: [RacingTables.imports])
    else { return nil }
    return try? ImportLedger(snapshot)
  }

  /// Returns the checksums of archived files that are damaged or missing.
  private func absentSums(
    _ ledger: ImportLedger?, damaged files: [String]
  ) throws(ImportError) -> Set<String> {
    let names = try onDisk { () throws(SystemError) in
      try FileSystem.names(in: store + "/archive")
    }
    let needed = Set((ledger?.standing ?? []).flatMap(Self.sums(of:)))
    let damaged = files.filter { $0.hasPrefix("archive/") && $0 != "archive/LOG" }
      .map { String($0.dropFirst("archive/".count)) }
    return needed.subtracting(names ?? []).union(damaged)
  }

  /// Finds the originals of absent files by their checksums.
  private func found(_ absent: Set<String>) throws(ImportError) -> [(String, String)] {
    var found: [(String, String)] = []
    for original in originals {
      let sum = try onStore { () throws(StoreError) in try Checksum.ofFile(original).hex }
      guard absent.contains(sum) else {
        throw .file(
          .malformed(
            file: original, found: "SHA-256 \(sum)",
            expected: "the original of a file that the archive has lost"))
      }
      // Any of several copies will do.
      if !found.contains(where: { $0.0 == sum }) { found.append((sum, original)) }
    }
    return found
  }

  private func decideOnTables(
    _ plan: inout RepairPlan, _ ledger: ImportLedger?, isLogDamaged: Bool
  ) throws(ImportError) {
    guard let ledger, !isLogDamaged else {
      plan.obstacles.append(
        "the archive's log is damaged too, which tells what its files are: import the original "
          + "files into a new store")
      return
    }
    guard plan.lost.isEmpty || leavesOutLost else { return }
    for imported in plan.lost {
      plan.leftOut.formUnion(try ledger.takenBack(byUndoing: imported.id, store: store).map(\.id))
    }
    plan.rebuildsTables = true
  }
}
