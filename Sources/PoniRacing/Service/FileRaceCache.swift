import Foundation

/// Keeps race lists as JSON files in a folder, from one run to the next.
///
/// An unreadable file counts as absent, and a failed write is ignored: a cache may forget.
public struct FileRaceCache: RaceCache {
  private struct Entry: Codable {
    let time: Int64
    let races: [Race]
  }

  private let folder: URL
  private let micros: Int64

  /// Takes a folder; the first kept list creates it.
  ///
  /// - Parameters:
  ///   - folder: The folder; nothing else should lie in it.
  ///   - freshFor: The time for which races are kept.
  public init(folder: URL, freshFor: Duration = .seconds(300)) {
    self.folder = folder
    micros = Int64(freshFor / .microseconds(1))
  }

  /// Returns the races of a key; nil if there are none or they are too old.
  public func races(for key: String, at now: Int64) -> [Race]? {
    guard let data = try? Data(contentsOf: file(key)),
      let entry = try? JSONDecoder().decode(Entry.self, from: data),
      (0..<micros).contains(now &- entry.time)
    else { return nil }
    return entry.races
  }

  /// Keeps the races of a key; the file is replaced as a whole.
  public func keep(_ races: [Race], for key: String, at now: Int64) {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let data = try? JSONEncoder().encode(Entry(time: now, races: races))
    try? data?.write(to: file(key), options: .atomic)
  }

  /// Removes the folder's lists.
  public func removeAll() {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for file in files ?? [] where file.pathExtension == "json" {
      try? FileManager.default.removeItem(at: file)
    }
  }

  /// Returns the file of a key; characters unfit for a file name become `_`.
  private func file(_ key: String) -> URL {
    let name = key.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" }
    return folder.appendingPathComponent(String(name) + ".json")
  }
}
