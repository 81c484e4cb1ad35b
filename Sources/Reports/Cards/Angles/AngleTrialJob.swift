import ColumnStore
import Columns
import Questions
import RunnerKeys

/// An angle with the day of its registration.
public struct RegisteredAngle: Sendable {
  /// The angle, as read from the text.
  public let angle: Angle
  /// The registered text.
  package let text: String
  /// The version among the registrations of this name, from 1.
  package let version: Int
  /// The first day of the races that test the angle.
  public let day: Day
  /// The SHA-256 of the previous registration, the day and the text.
  package let sha256: String

  /// Creates a registration.
  package init(angle: Angle, text: String, version: Int, day: Day, sha256: String) {
    self.angle = angle
    self.text = text
    self.version = version
    self.day = day
    self.sha256 = sha256
  }
}

/// A registered angle's results before its day, to which it may be fitted, and from that day on.
public struct AngleTrial: Sendable {
  /// The registration.
  public let registered: RegisteredAngle
  /// The record of the races before the day.
  public let before: AngleRecord
  /// The record of the races from the day on.
  public let after: AngleRecord
}

/// Computes the results of registered angles from a snapshot.
public struct AngleTrialJob: Sendable {
  private let registered: [RegisteredAngle]
  private let records: AngleRecords
  private let snapshot: Snapshot

  /// Prepares the results.
  ///
  /// - Parameters:
  ///   - registered: The angles.
  ///   - snapshot: The store's state to compute from.
  ///   - aliases: Other spellings of names.
  ///   - threads: Number of worker threads.
  public init(
    _ registered: [RegisteredAngle], from snapshot: Snapshot, aliases: NameAliases = NameAliases(),
    threads: Int = 1
  ) {
    self.registered = registered
    self.snapshot = snapshot
    records = AngleRecords(
      angles: registered.map(\.angle), aliases: aliases, threads: threads)
  }

  /// Computes the results; `q` is adjusted for all angles, before and from their days separately.
  ///
  /// Registrations of one day share a pass over the races.
  ///
  /// - Parameter counting: Takes the number of runners that a stage visits, and returns a function
  ///   that takes the number of runners added, from any thread.
  /// - Returns: A trial per angle, in the order given.
  /// - Throws: `ReportError` `.store` when runners have values that no import writes.
  public func run(
    counting: (Int) -> @Sendable (Int) -> Void = { _ in { _ in } }
  ) throws(ReportError) -> [AngleTrial] {
    let end = try snapshot.raceDays().map { $0.upperBound + 1 }
    let before = try records.records(
      registered.map { AngleRecords.Days(window: .all, asOf: $0.day) }, from: snapshot,
      counting: counting)
    let after = try records.records(
      registered.map { own in
        guard let end, own.day < end else { return nil }
        let days = Int(end.number) - Int(own.day.number)
        return AngleRecords.Days(window: Window(days: days), asOf: end)
      }, from: snapshot, counting: counting)
    return registered.indices.map { index in
      AngleTrial(
        registered: registered[index], before: before.records[index],
        after: after.records[index])
    }
  }
}
