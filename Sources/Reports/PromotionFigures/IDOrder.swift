/// The order of ids in reports: whole numbers by value first, then all others by bytes.
enum IDOrder {
  static func precedes(_ left: String, _ right: String) -> Bool {
    switch (number(left), number(right)) {
    case (let left?, let right?): left < right
    case (nil, nil): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (let left, _): left != nil
    }
  }

  private static func number(_ id: String) -> Int64? {
    id.utf8.allSatisfy { (48...57).contains($0) } ? Int64(id) : nil
  }
}
