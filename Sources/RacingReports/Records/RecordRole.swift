/// Whose record is asked for: the keys that stand for people and horses.
public enum RecordRole: String, CaseIterable, Sendable {
  case jockey
  case trainer
  case horse
  case owner
  case sire

  /// Courses with fewer runs are not compared, unless another number is asked for.
  public var minCourseRuns: Int { self == .horse ? 2 : 20 }
}
