import Racing
import Testing

/// The scale of lengths per second against its published examples.
struct LengthsPerSecondTests {
  @Test(arguments: [
    // Racing Post, "How long is a length?": 14.25 s are 57 lengths over jumps on heavy ground, and
    // would be 71.25 on good.
    ("chase", "Heavy", "Haydock", 40), ("chase", "Good", "Haydock", 50),
    ("hurdle", "Good To Soft", "Ascot", 45), ("bumper", "Soft", "Ayr", 40),
    ("hurdle", "Good (Good To Soft in places)", "Ascot", 45),
    ("hurdle", "Good To Soft (Soft in places)", "Ascot", 40),
    ("flat", "Good To Firm", "York", 60), ("flat", "Good to soft", "York", 55),
    ("flat", "Soft", "York", 50), ("flat", "Heavy", "York", 50),
    ("flat", "Standard", "Kempton (AW)", 60), ("flat", "Standard To Slow", "Southwell (AW)", 50),
    ("flat", "Yielding", "Curragh", 55), ("flat", "Good To Yielding", "Curragh", 55),
    ("flat", "Yielding To Soft", "Curragh", 50),
  ])
  func `a second has as many lengths as the scale says`(
    type: String, going: String, course: String, tenths: Int64
  ) {
    #expect(LengthsPerSecond.tenths(raceType: type, going: going, course: course) == tenths)
  }

  @Test(arguments: [("harness", "Good"), ("flat", "快"), ("flat", ""), ("", "Good")])
  func `other races and other words have no scale`(type: String, going: String) {
    #expect(LengthsPerSecond.tenths(raceType: type, going: going, course: nil) == nil)
  }
}
