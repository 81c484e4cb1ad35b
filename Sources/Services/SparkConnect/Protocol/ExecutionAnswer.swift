import Foundation

/// One answer of a running statement (`ExecutePlanResponse`).
struct ExecutionAnswer {
  /// A piece of the result.
  struct Batch {
    /// The number of rows.
    let rowCount: Int
    /// The place of the first row in the result; nil if the server does not say.
    let start: Int?
    /// An Arrow IPC stream.
    let bytes: Data
  }

  /// The answer's id, from which a new connection continues.
  let id: String
  /// A piece of the result; nil for none.
  let batch: Batch?
  /// The work so far; nil for none.
  let progress: SparkProgress?
  /// Whether it is the last answer.
  let isLast: Bool

  /// Reads an answer; other kinds of content are skipped.
  init(_ bytes: Data) throws(ProtobufReader.Problem) {
    let answer = try ProtobufReader(bytes)
    id = answer.text(13)
    isLast = answer.has(14)
    progress = try answer.message(18).map { progress throws(ProtobufReader.Problem) in
      try SparkProgress(progress)
    }
    batch = try answer.message(2).map { batch throws(ProtobufReader.Problem) in
      guard batch.number(5) <= 1 else {
        throw ProtobufReader.Problem(found: "a batch in chunks, which were not requested")
      }
      return Batch(
        rowCount: Int(batch.number(1)), start: batch.has(3) ? Int(batch.number(3)) : nil,
        bytes: batch.data(2) ?? Data())
    }
  }
}

/// A query's work so far, as Spark reports it about every two seconds.
public struct SparkProgress: Equatable, Sendable {
  /// The number of stages that are known so far.
  public let stageCount: Int
  /// The number of stages that are done.
  public let stagesDone: Int
  /// The number of tasks of the known stages.
  public let taskCount: Int
  /// The number of tasks that are done.
  public let tasksDone: Int
  /// The number of tasks that run now.
  public let tasksRunning: Int
  /// The number of bytes read from files and from shuffles.
  public let bytesRead: Int

  init(_ progress: ProtobufReader) throws(ProtobufReader.Problem) {
    let stages = try progress.messages(1)
    func sum(_ field: UInt64) -> Int { stages.reduce(0) { $0 &+ Int($1.number(field)) } }
    stageCount = stages.count
    stagesDone = stages.count { $0.number(5) != 0 }
    taskCount = sum(2)
    tasksDone = sum(3)
    bytesRead = sum(4)
    tasksRunning = Int(progress.number(2))
  }
}
