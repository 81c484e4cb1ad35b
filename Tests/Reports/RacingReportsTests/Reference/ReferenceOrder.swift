import Questions

/// The rows of a window ordered by one column's text; equal cells keep their order.
extension ReferenceReport {
  func ordered(_ rows: [[String]], _ keys: [String]) -> [[String]] {
    guard let order else { return rows }
    let column = (keys + ReportColumns.standard.names).firstIndex(of: order.column)!
    let filled = rows.enumerated().filter { !$0.element[column].isEmpty }
    let sorted = filled.sorted { left, right in
      let (first, second) = (left.element[column], right.element[column])
      if precedes(first, second) { return !order.isDescending }
      if precedes(second, first) { return order.isDescending }
      return left.offset < right.offset
    }
    return sorted.map(\.element) + rows.filter { $0[column].isEmpty }
  }

  private func precedes(_ left: String, _ right: String) -> Bool {
    let lists: [String: [String]] = [
      "weekday": [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
      ],
      "distance_band": ["sprint", "mile", "intermediate", "long", "extended"],
    ]
    if let list = lists[order!.column] {
      return list.firstIndex(of: left)! < list.firstIndex(of: right)!
    }
    let isText = ["jockey", "last_run", "recent_form", "window"].contains(order!.column)
    return isText
      ? left.utf8.lexicographicallyPrecedes(right.utf8) : Double(left)! < Double(right)!
  }
}
