import ColumnStore
import Foundation
import Mappings
import StoreImport
import SyntheticRacing
import TabularFiles

extension DataSet {
  /// Generates what is missing, and anew what may not serve again.
  ///
  /// - Parameters:
  ///   - python: The program that makes the peers' rows.
  ///   - serves: Whether kept rows may serve again.
  /// - Returns: The checksum and the size of the rows as text; nil where there is no such file.
  /// - Throws: ``WrongAnswer`` if the peers' program fails; errors of files.
  func make(
    python: String?, where serves: (Baselines.Entry?) throws -> Bool
  ) throws -> Baselines.Entry? {
    let files = FileManager.default
    if try !files.fileExists(atPath: made) || !serves(fingerprint()) {
      try? files.removeItem(atPath: folder)
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      Progress.note("generating \(Count(runners).text) runners, seed \(seed) (\(source.rawValue))")
      let seconds = try timed {
        switch source {
        case .own: try generate()
        case .peers: try generateByPeers(python!)
        }
      }.seconds
      try Data().write(to: URL(fileURLWithPath: made))
      Progress.note(
        "generated in \(Int(seconds)) s, at most \(ProcessMemory.peakBytes >> 20) MB")
    }
    if hasCSV && !files.fileExists(atPath: nextDay) {
      try NextDay.write(csv: csv, to: nextDay)
    }
    return try fingerprint()
  }

  /// Imports all parts, file by file, unless this very program has done it before.
  func makeStore(threads: Int) throws {
    let stamp = folder + "/store.of"
    let program = Self.programStamp
    if let known = try? String(contentsOfFile: stamp, encoding: .utf8), known == program { return }
    try? FileManager.default.removeItem(atPath: stamp)
    try? FileManager.default.removeItem(atPath: store)
    let files = parts
    Progress.note("importing \(Count(runners).text) runners out of \(files.count) files")
    var stored = 0
    let seconds = try timed {
      for file in files {
        stored += try Importing.file(file, into: store, threads: threads).stored
      }
    }.seconds
    guard stored == runners else {
      throw WrongAnswer(description: "import: found \(stored) rows stored; expected \(runners)")
    }
    try program.write(toFile: stamp, atomically: true, encoding: .utf8)
    Progress.note("imported in \(Int(seconds)) s, at most \(ProcessMemory.peakBytes >> 20) MB")
  }

  // MARK: - Implementation

  /// When the running program was built, and how large it is.
  private static var programStamp: String {
    let facts = try? FileManager.default.attributesOfItem(atPath: PackageFolder.executable)
    let built = (facts?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(built) \(size(of: PackageFolder.executable))"
  }

  /// The mark of complete files; it keeps their fingerprint.
  private var made: String { folder + "/made" }

  /// Returns the checksum and the size of the text file, which tell rows apart on any machine: the
  /// bytes of Parquet depend on who writes it.
  private func fingerprint() throws -> Baselines.Entry? {
    guard hasCSV else { return nil }
    let url = URL(fileURLWithPath: made)
    let kept = try Data(contentsOf: url)
    if !kept.isEmpty { return try JSONDecoder().decode(Baselines.Entry.self, from: kept) }
    let found = try Checksum.ofFile(csv)
    let entry = Baselines.Entry(answer: found.hex, touchedBytes: found.bytes)
    try JSONEncoder().encode(entry).write(to: url)
    return entry
  }

  private func generate() throws {
    let season = SyntheticSeason(runners: runners, seed: seed)
    var recount = PlainRecount(season)
    var csvWriter: TableWriter?
    var partWriter: TableWriter?
    var (partIndex, partRows) = (0, 0)
    for block in season {
      let table = block.table(of: season)
      if partWriter == nil || partRows >= Self.partRunners {
        try partWriter?.close()
        partWriter = try TableWriter(
          path: part(partIndex), format: .parquet, fields: table.fields)
        (partIndex, partRows) = (partIndex + 1, 0)
      }
      try partWriter!.write(table)
      partRows += table.rowCount
      if hasCSV {
        if csvWriter == nil {
          csvWriter = try TableWriter(path: csv, format: .csv, fields: table.fields)
        }
        try csvWriter!.write(table)
      }
      recount.add(block)
    }
    try partWriter?.close()
    try csvWriter?.close()
    if hasCSV { _ = try JSONLines.write(csv: csv, to: ndjson) }
    try Recount(recount.records).write(to: self.recount)
  }

  private func generateByPeers(_ python: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments =
      [
        PackageFolder.path + "/Benchmarks/peers/make_runners.py", "--runners", "\(runners)",
        "--seed", "\(seed)", "--part-rows", "\(Self.partRunners)", "--out",
        folder + "/runners.parquet",
      ] + (hasCSV ? ["--out", csv] : [])
    process.standardOutput = FileHandle.standardError
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw WrongAnswer(
        description: "make_runners.py: found exit status \(process.terminationStatus); expected 0")
    }
  }
}

/// The import that all workloads share: Railbird's own layout, no raw archive.
enum Importing {
  static func file(
    _ path: String, into store: String, threads: Int, keepsArchive: Bool = false
  ) throws -> ImportedFile {
    let text = Mapping.builtInText("railbird")!
    var job = ImportJob(
      store: store, mapping: try Mapping(yaml: text, file: "railbird"), mappingText: text, now: 0)
    job.threads = threads
    job.keepsArchive = keepsArchive
    return try job.run([path])[0]
  }
}
