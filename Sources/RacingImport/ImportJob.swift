import ColumnStore
import Columns
import Racing
import TabularFiles

/// Imports files into a store: all of them in one commit, or none.
public struct ImportJob {
  /// The store's folder; made if there is none.
  public var store: String
  /// What the files' columns and words mean.
  public var mapping: Mapping
  /// The mapping as text, kept in the raw archive.
  public var mappingText: String
  /// How many threads may work.
  public var threads = 1
  /// Whether the files' bytes are kept in the raw archive.
  public var keepsArchive = true
  /// Spellings that stand for one name, where sources differ; nil for those in the store's folder.
  public var aliases: NameAliases?
  /// When the import takes place, µs since 1970 UTC.
  public var now: Int64
  /// How many rows of a file in order are worth a pass of their own: a few months, which mostly stay
  /// in the cores' caches.
  var partRows = 1 << 18
  /// How many rows of a JSON file are looked at to tell what it is.
  var rowsLookedAt = Looking().rows
  /// Told what is being done.
  public var progress: (String) -> Void = { _ in }
  /// Writes tables of its own into the commit that stores the files; not called where nothing is
  /// stored because all files are known.
  public var alongside: (StoreWriter, [ImportedFile]) throws(StoreError) -> Void = { _, _ in }

  /// Describes an import.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - mapping: What the files' columns and words mean.
  ///   - mappingText: The mapping's YAML text.
  ///   - now: When it takes place, µs since 1970 UTC.
  public init(store: String, mapping: Mapping, mappingText: String, now: Int64) {
    self.store = store
    self.mapping = mapping
    self.mappingText = mappingText
    self.now = now
  }

  /// Imports files in the order given, each told by its columns.
  ///
  /// - Parameter files: Paths of the files.
  /// - Returns: What became of each file's rows, in the same order.
  /// - Throws: ``ImportError``; the store then is as before.
  public func run(_ files: [String]) throws(ImportError) -> [ImportedFile] {
    try run(files.map { ImportFile($0) })
  }

  /// Imports files in the order given.
  ///
  /// - Parameter files: The files, each with its table or told by its columns.
  /// - Returns: What became of each file's rows, in the same order.
  /// - Throws: ``ImportError``; the store then is as before.
  public func run(_ files: [ImportFile]) throws(ImportError) -> [ImportedFile] {
    var inputs: [ImportInput] = []
    for file in files {
      progress("reading \(file.path)")
      let source = try onFile { () throws(FileError) in
        try SourceFile(path: file.path, threads: threads)
      }
      let looking = Looking(threads: threads, rows: rowsLookedAt)
      inputs.append(
        try unchanged([source]) { () throws(ImportError) in
          try ImportInput(source, table: file.table, mapping, looking: looking)
        })
    }
    if let side = inputs.first(where: \.isSide), inputs.allSatisfy(\.isSide) {
      throw .joinedFiles(
        table: side.tableName, found: "no file whose rows take its columns",
        expected: "one in the same call")
    }
    // Files that don't fit together stop a call before a store is made.
    _ = try SideTables(inputs)
    let writer = try onStore { () throws(StoreError) in try StoreWriter(store: store) }
    var ledger = try onStore { () throws(StoreError) in try ImportLedger(writer) }
    var steps: [ImportStep] = []
    if inputs.count == 1, let step = stepBeingIdentified(inputs[0], ledger) {
      steps.append(step)
    }
    // Imports of before there was another checksum are known by their SHA-256 alone.
    let hasSHA256 = ledger.imports.contains { $0.xxh128 == nil }
    for input in inputs.dropFirst(steps.count) {
      let identity = try FileIdentity(of: input.file.path, hasSHA256: hasSHA256)
      steps.append(
        ImportStep(
          input: input, id: 0, identity: identity,
          pending: PendingIdentity(
            of: input.file, keptIn: keepsArchive ? store : nil, known: identity)))
    }
    let plan = ImportPlan(steps, ledger, mappingText: mappingText)
    guard !plan.steps.isEmpty else { return plan.results([]) }
    let results = try unchanged(plan.steps.map(\.input.file)) { () throws(ImportError) in
      try importTogether(plan.steps, &ledger, writer)
    }
    progress("committing")
    try onStore { () throws(StoreError) in
      try ledger.write(to: writer)
      try alongside(writer, results)
      try writer.commit(threads: threads, isLast: true)
    }
    return plan.results(results)
  }

  // MARK: - Implementation

  /// A step whose file is identified while its rows are read; nil where that decides whether they are
  /// read at all, for a file of as many bytes was imported before.
  private func stepBeingIdentified(_ input: ImportInput, _ ledger: ImportLedger) -> ImportStep? {
    let bytes = input.file.fileSize
    guard threads > 1 || !keepsArchive && input.file.isReadInPlace,
      !ledger.imports.contains(where: { $0.bytes == bytes })
    else { return nil }
    return ImportStep(
      input: input, id: 0, identity: FileIdentity(bytes: bytes),
      pending: PendingIdentity(of: input.file, keptIn: keepsArchive ? store : nil))
  }

  /// Does something with files; where it fails and they were changed meanwhile, that is why.
  private func unchanged<Result>(
    _ files: [SourceFile], _ body: () throws(ImportError) -> Result
  ) throws(ImportError) -> Result {
    do throws(ImportError) {
      return try body()
    } catch {
      for file in files { try onFile { () throws(FileError) in try file.checkUnchanged() } }
      throw error
    }
  }
}
