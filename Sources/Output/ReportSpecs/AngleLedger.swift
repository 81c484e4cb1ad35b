import Cards
import ColumnStore
import Columns
import Foundation
import Questions
import RunnerKeys

/// The store's registered angles: a file with one line per registration; no line ever changes.
///
/// A line has the SHA-256 of the previous line, of its day and of its text, so a line that is
/// changed, moved or removed from among others is detected.
public struct AngleLedger: Sendable {
  /// The registrations, the oldest first.
  public private(set) var registered: [RegisteredAngle] = []

  /// A line of the file.
  private struct Line: Codable {
    let name: String
    let day: String
    let sha256: String
    let text: String
  }

  /// Reads a store's ledger; empty if it has none.
  ///
  /// - Parameter store: The store's folder.
  /// - Throws: ``SpecError`` if the file cannot be read, or with the line that has changed since it
  ///   was written.
  public init(store: String) throws(SpecError) {
    let path = store + "/" + StoreFolder.ledgerName
    let bytes: Data?
    let damage: StoreError?
    do {
      (bytes, damage) = try StoreFolder.ledger(of: store)
    } catch .io(_, let reason) {
      throw .unreadable(file: path, reason: reason)
    } catch {
      throw .store(error)
    }
    let lines = (bytes ?? Data()).split(separator: 0x0A)
    for (index, line) in lines.enumerated() { try append(line, place: "\(path):\(index + 1)") }
    // An error in a line says more than the checksum of the file, so it is thrown first.
    if let damage { throw .store(damage) }
  }

  /// Registers angles in a store; on disk when the call returns.
  ///
  /// An angle whose text equals that of its latest registration is not registered again. A crash
  /// leaves the old ledger or the new one.
  ///
  /// - Parameters:
  ///   - angles: The angles.
  ///   - writer: The store's writer, whose lock keeps other processes out.
  ///   - day: The first day whose races judge new registrations.
  /// - Returns: For each angle, its latest registration and whether it is new.
  /// - Throws: ``SpecError`` if the ledger has changed since it was written, or cannot be written.
  public static func register(
    _ angles: [Angle], in writer: StoreWriter, on day: Day
  ) throws(SpecError) -> [(registered: RegisteredAngle, isNew: Bool)] {
    var ledger = try AngleLedger(store: writer.store)
    let known = ledger.registered.count
    for angle in angles where ledger.latest(angle.key)?.text != angle.text {
      ledger.append(angle, angle.text, day)
    }
    let text = Data(ledger.text.utf8)
    do {
      if ledger.registered.count > known {
        try writer.replaceLedger(with: text)
      } else {
        try writer.note(ledger: text)
      }
    } catch {
      throw .store(error)
    }
    let new = Set(ledger.registered.dropFirst(known).map(\.sha256))
    return angles.map { angle in
      let latest = ledger.latest(angle.key)!
      return (latest, new.contains(latest.sha256))
    }
  }

  /// Returns the first day whose races judge an angle registered today: today, or the day after the
  /// last result if the store already has today's results.
  ///
  /// - Parameters:
  ///   - today: Today.
  ///   - snapshot: The store's state.
  /// - Returns: The day.
  /// - Throws: `ReportError` `.store` if races are damaged.
  public static func day(from today: Day, _ snapshot: Snapshot) throws(ReportError) -> Day {
    guard let last = try snapshot.lastResultDay else { return today }
    return max(today, last + 1)
  }

  /// Returns the latest registration of a name.
  ///
  /// - Parameter key: The angle's `Angle.key`.
  /// - Returns: The registration; nil if the name was never registered.
  public func latest(_ key: String) -> RegisteredAngle? {
    registered.last { $0.angle.key == key }
  }

  /// Finds the latest registration of each angle; its text must be the registered one.
  ///
  /// - Parameters:
  ///   - angles: The angles.
  ///   - file: Their file's name in messages.
  /// - Returns: The latest registration of each.
  /// - Throws: ``SpecError`` for an angle that is not registered, or with another text.
  public func latest(of angles: [Angle], file: String) throws(SpecError) -> [RegisteredAngle] {
    var found: [RegisteredAngle] = []
    for angle in angles {
      guard let latest = latest(angle.key) else {
        throw .mistake(
          place: file, found: "the angle \(angle.name), which is not registered",
          expected: "one that `railbird angles list` shows")
      }
      guard latest.text == angle.text else {
        throw .mistake(
          place: file, found: "another text of the angle \(angle.name)",
          expected: "that of version \(latest.version) of \(latest.day.iso), SHA-256 "
            + "\(latest.sha256), or a registration of its own")
      }
      found.append(latest)
    }
    return found
  }

  // MARK: - Implementation

  /// The file's text.
  private var text: String {
    registered.map { own in
      let line = Line(
        name: own.angle.name, day: own.day.iso, sha256: own.sha256, text: own.text)
      return JSONText.text(line) + "\n"
    }.joined()
  }

  private mutating func append(_ angle: Angle, _ text: String, _ day: Day) {
    let before = registered.last?.sha256 ?? ""
    registered.append(
      RegisteredAngle(
        angle: angle, text: text, version: (latest(angle.key)?.version ?? 0) + 1, day: day,
        sha256: Checksum.hex(of: Data("\(before)\n\(day.iso)\n\(text)".utf8))))
  }

  private mutating func append(_ bytes: Data, place: String) throws(SpecError) {
    guard let line = try? JSONDecoder().decode(Line.self, from: bytes), let day = Day(iso: line.day)
    else {
      throw .mistake(
        place: place, found: "no registration", expected: "an object as it was written")
    }
    let angles = try AngleFile(yaml: line.text, file: place).angles
    append(angles[0], line.text, day)
    guard let own = registered.last, own.sha256 == line.sha256, own.angle.name == line.name else {
      throw .mistake(
        place: place, found: "\(line.name), SHA-256 \(line.sha256)",
        expected:
          "\(angles[0].name), SHA-256 \(registered.last!.sha256) of the line before, its day "
          + "and its text")
    }
  }
}
