/// The tables of the mapping `points`: each has a journal of its own.
enum PointsTable: String, CaseIterable {
  case transactions
  case roster
  case rewards
  case progress
  case runnerPoints = "runner_points"
}
