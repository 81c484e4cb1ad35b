import ColumnStore
import Mappings
import Racing
import StoreImport
import SystemFiles

/// The repair of a damaged store: its damages, and the remedy of each.
public struct RepairPlan: Sendable {
  /// The damaged files, as `verify` finds them.
  public internal(set) var damages: [Damage] = []
  /// The names of damaged kept sums, which the next report computes again.
  public internal(set) var keptSums: [String] = []
  /// Whether the tables are rebuilt from the archive.
  public internal(set) var rebuildsTables = false
  /// Whether the archive's log is rewritten from the table of imports.
  public internal(set) var rewritesLog = false
  /// Damaged archived files and the originals that replace them, with their checksums.
  public internal(set) var restored: [(sha256: String, original: String)] = []
  /// Originals to archive for imports without an archived file.
  public internal(set) var taken: [(imported: ImportedFile, original: String)] = []
  /// Imports whose archived file or mapping is lost.
  public internal(set) var lost: [ImportedFile] = []
  /// The checksums of lost archived files that are given up.
  public internal(set) var givenUp: Set<String> = []
  /// The numbers of the imports that the rebuilt tables leave out.
  public internal(set) var leftOut: Set<Int> = []
  /// Damages that the store alone cannot repair, each with what the user can do.
  public internal(set) var obstacles: [String] = []

  /// Whether the store needs no repair.
  public var isEmpty: Bool { damages.isEmpty && keptSums.isEmpty }

  /// Returns the checksums of an import's archived files.
  static func sums(of imported: ImportedFile) -> [String] {
    [imported.sha256, imported.mappingSHA256].compactMap { $0 }
  }

  /// Whether carrying it out changes the store.
  public var changesStore: Bool {
    !keptSums.isEmpty || rebuildsTables || rewritesLog || !restored.isEmpty
      || !givenUp.isEmpty
  }
}

extension RepairJob {
  /// Examines the store.
  ///
  /// - Returns: The plan; the store is unchanged.
  /// - Throws: `ImportError` `.store` if there is no store, or the system refuses.
  public func plan() throws(ImportError) -> RepairPlan {
    var plan = RepairPlan()
    let hasManifest: Bool
    (plan.damages, hasManifest) = try onStore { () throws(StoreError) in
      try Verification.damages(of: store)
    }
    // A file that another user may read is not lost: decide nothing before it was read.
    for damage in plan.damages where damage.isUnread {
      let path = store + "/" + damage.file
      guard try onDisk({ () throws(SystemError) in try FileSystem.exists(path) }) else { continue }
      plan.obstacles.append(
        "\(damage.file) cannot be read (\(damage.found)): let this user read it, or remove it if "
          + "the disk has lost it; then repair again")
    }
    guard plan.obstacles.isEmpty else { return plan }
    plan.keptSums = KeptFile.damaged(in: store, threads: threads)
    let files = plan.damages.map(\.file)
    let isLogDamaged = files.contains("archive/LOG")
    let needsTables =
      !hasManifest || files.contains { $0.hasPrefix("segments/") || $0.hasPrefix("dictionaries/") }
    let ledger = history(isLogDamaged: isLogDamaged, hasManifest: hasManifest)
    let absent = try absentSums(needsTables ? ledger : nil, damaged: files)
    // The original is needed only where the tables are rebuilt.
    let unkept = needsTables ? ledger?.standing.filter { $0.sha256 == nil } ?? [] : []
    try find(&plan, absent, unkept, ledger)
    let missing = absent.subtracting(plan.restored.map(\.sha256))
    plan.lost =
      ledger?.standing.filter { !missing.isDisjoint(with: RepairPlan.sums(of: $0)) } ?? []
    let left = unkept.filter { imported in !plan.taken.contains { $0.imported.id == imported.id } }
    if acceptsLoss && !isLogDamaged && (!needsTables || leavesOutLost) { plan.givenUp = missing }
    let without = ", --leave-out rebuilds the tables without it"
    let goesOn =
      isLogDamaged
      ? ", then --accept-loss continues without it" : ", --accept-loss continues without it"
    for sum in missing.subtracting(plan.givenUp).sorted() {
      let isStanding = plan.lost.contains { RepairPlan.sums(of: $0).contains(sum) }
      let remedy = !needsTables || leavesOutLost ? goesOn : isStanding ? without : ""
      plan.obstacles.append(Self.obstacle(of: sum, ledger) + remedy)
    }
    for imported in left where !leavesOutLost {
      plan.obstacles.append(
        "the archive has no file of \(imported.label), by --no-archive or --accept-loss; --original "
          + "FILE reads its rows from its original file" + without)
    }
    // Matching the races of two sources needs the aliases.
    let hasAliases = !files.contains(NameAliases.fileName)
    if needsTables && hasAliases {
      try decideOnTables(&plan, without: plan.lost + left, ledger, isLogDamaged: isLogDamaged)
    } else if !needsTables && isLogDamaged {
      plan.rewritesLog = ledger != nil
    }
    for file in files where file == NameAliases.fileName {
      plan.obstacles.append(
        "\(file) cannot be rebuilt: set yours again by `railbird aliases --store \(store) --set`, "
          + "or accept the file by --accept" + (needsTables ? "; then repair the tables" : ""))
    }
    for file in files where file.hasPrefix("fetch/") {
      plan.obstacles.append("\(file): no other file has these bytes; put a copy of the file back")
    }
    for file in files where !Self.isKnown(file) {
      plan.obstacles.append(
        "\(file): remove what is there, or put the store's own folder back")
    }
    return plan
  }

  // MARK: - Implementation

  private static func isKnown(_ file: String) -> Bool {
    file == "MANIFEST" || file == NameAliases.fileName || file.hasPrefix("segments/")
      || file.hasPrefix("dictionaries/") || file.hasPrefix("archive/") || file.hasPrefix("fetch/")
  }

  /// Describes the import that a lost archived file belongs to, and what restores the file.
  private static func obstacle(of sum: String, _ ledger: ImportLedger?) -> String {
    let imports = ledger?.imports ?? []
    func names(_ imports: [ImportedFile]) -> String {
      imports.map { ($0.isUndone ? "undone " : "") + $0.label }.joined(separator: ", ")
    }
    let files = imports.filter { $0.sha256 == sum }
    if !files.isEmpty {
      return "lost in the archive: \(names(files)); --original FILE restores it from its original "
        + "file"
    }
    let mapped = imports.filter { $0.mappingSHA256 == sum }
    guard let first = mapped.first else {
      return "archive/\(sum) belongs to no import; --original FILE restores it"
    }
    let builtIn = Mapping.builtInNames.contains(first.mapping)
    return "lost in the archive: the mapping \(first.mapping) of \(names(mapped)); --original FILE "
      + "restores it from the mapping's file"
      + (builtIn ? ", which `railbird import --show-mapping \(first.mapping)` prints" : "")
  }

  /// Reads the imports from the archive's log, or else from the table.
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
  ///
  /// Rebuilt tables also need files that are no longer on a list: a mapping that was given up.
  private func absentSums(
    _ rebuilt: ImportLedger?, damaged files: [String]
  ) throws(ImportError) -> Set<String> {
    let names = try onDisk { () throws(SystemError) in
      try FileSystem.names(in: store + "/archive")
    }
    let needed = Set((rebuilt?.standing ?? []).flatMap(RepairPlan.sums(of:)))
    let damaged = files.filter { $0.hasPrefix("archive/") && $0 != "archive/LOG" }
      .map { String($0.dropFirst("archive/".count)) }
    return needed.subtracting(names ?? []).union(damaged)
  }

  /// Finds the originals of absent files by their bytes.
  private func find(
    _ plan: inout RepairPlan, _ absent: Set<String>, _ unkept: [ImportedFile],
    _ ledger: ImportLedger?
  ) throws(ImportError) {
    let known = Set(ledger?.imports.flatMap(RepairPlan.sums(of:)) ?? [])
    let unarchived = ledger?.imports.filter { $0.sha256 == nil } ?? []
    for original in originals {
      let sum = try onStore { () throws(StoreError) in
        try StoreSalvage.sum(of: original, among: absent.union(known))
      }
      // If there are several copies, any of them will do.
      if absent.contains(sum) {
        if !plan.restored.contains(where: { $0.sha256 == sum }) {
          plan.restored.append((sum, original))
        }
        continue
      }
      let identity = unarchived.isEmpty ? nil : try FileIdentity(of: original, hasSHA256: false)
      let imports = unkept.filter { identity?.isSame(as: $0) ?? false }
      // Intact in the archive, as after a repair that was cut short, or not needed.
      let isNeedless =
        known.contains(sum) || unarchived.contains { identity?.isSame(as: $0) ?? false }
      if imports.isEmpty && isNeedless { continue }
      guard !imports.isEmpty else {
        throw .file(
          .malformed(
            file: original, found: "SHA-256 \(sum)",
            expected: "the original of a file that the archive has lost"
              + (unkept.isEmpty ? "" : ", or of an import by --no-archive or --accept-loss")))
      }
      for imported in imports where !plan.taken.contains(where: { $0.imported.id == imported.id }) {
        plan.taken.append((imported, original))
      }
    }
  }

  private func decideOnTables(
    _ plan: inout RepairPlan, without lost: [ImportedFile], _ ledger: ImportLedger?,
    isLogDamaged: Bool
  ) throws(ImportError) {
    guard let ledger, !isLogDamaged else {
      plan.obstacles.append(
        "the archive's log, which names its files, is damaged too: import them, or the "
          + "original files, into a new store")
      return
    }
    if !acceptsLoss {
      let signs = try onStore { () throws(StoreError) in try ledger.signsOfLostEnd(in: store) }
      guard signs.isEmpty else {
        plan.obstacles.append(
          "with MANIFEST the place where archive/LOG ends is lost, and the log may lack its end: "
            + signs.joined(separator: "; ") + ". Put both back from a copy, or --accept-loss "
            + "rebuilds the tables from the imports that the log names")
        return
      }
    }
    guard lost.isEmpty || leavesOutLost else { return }
    for imported in lost {
      plan.leftOut.formUnion(try ledger.takenBack(byUndoing: imported.id, store: store).map(\.id))
    }
    plan.rebuildsTables = true
  }
}
