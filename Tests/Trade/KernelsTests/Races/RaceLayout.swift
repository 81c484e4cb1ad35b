/// First rows of consecutive races of the given sizes, and the end of the last one.
func raceStarts(_ sizes: [Int]) -> [Int32] {
  sizes.reduce(into: [0]) { $0.append($0[$0.count - 1] + Int32($1)) }
}
