import Testing
@testable import RaceMerging
@testable import RowReading

struct NameFoldingTests {
  @Test(arguments: [
    ("Randwick", "randwick"), ("ROYAL ASCOT", "royalascot"), ("Southwell (AW)", "southwell"),
    ("Dundalk (IRE)", "dundalk"), ("Laurel Park (USA)", "laurelpark"), ("Sha Tin", "shatin"),
    ("Saint-Cloud", "saintcloud"), ("Bangor-on-Dee", "bangorondee"), ("Çeşme", "cesme"),
    ("  Ascot ", "ascot"), ("沙田", "沙田"), ("(AW)", "aw"), ("Newmarket (July)", "newmarket"),
    ("Newmarket (Rowley Mile)", "newmarketrowleymile"), ("Ｋｙｏｔｏ", "kyoto"), ("–", ""), ("", ""),
  ])
  func `a course is folded`(name: String, folded: String) {
    #expect(NameFolding.place(name) == folded)
  }

  @Test(arguments: [
    ("Ann", "ann"), ("1. Ann", "ann"), ("12) Ann", "ann"), ("1A. Ann", "ann"), ("1.Ann", "ann"),
    ("Ann (IRE)", "ann"), ("3. O'Brien's Ann (GB)", "obriensann"), ("勁豐裕 (T105)", "勁豐裕"),
    ("勁豐裕（T105）", "勁豐裕"), ("佳同 (CL401)", "佳同"), ("ÉCLAIR", "eclair"), ("E\u{301}clair", "eclair"),
    ("Søren & Co", "sorenandco"), ("10 Bells", "10bells"), ("7. 12", "712"),
    ("Ann (IRE) (S246)", "ann"), ("(IRE)", "ire"), ("123. Ann", "123ann"), ("...", ""),
  ])
  func `a horse is folded`(name: String, folded: String) {
    #expect(NameFolding.horse(name) == folded)
    // The hash is that of the folded name, which folds to itself.
    #expect(hash(name) == hash(folded))
  }

  @Test(arguments: [
    ("Sky Blue (IRE)", "skyblue ire"), ("3. SKY BLUE (ire)", "skyblue ire"),
    ("Sky Blue", "skyblue "), ("Sky Blue (GB) (S246)", "skyblue gbs246"), ("...", ""),
    ("", ""),
  ])
  func `a horse is folded with its mark`(name: String, folded: String) {
    #expect(NameFolding.markedHorse(name) == folded)
  }

  private func hash(_ name: String) -> UInt32 {
    var name = name
    return name.withUTF8 { HorseHashes.hash($0) }
  }

  @Test func `names that aliases join, in any direction and by any steps, are one`() {
    let classes = SpellingClasses([("b", "a"), ("c", "b"), ("d", "e"), ("a", "c"), ("", "e")])
    #expect(Set(["a", "b", "c"].map(classes.representative)).count == 1)
    #expect(classes.representative("d") == classes.representative("e"))
    #expect(classes.representative("d") != classes.representative("a"))
    #expect(classes.representative("f") == "f" && classes.representative("") == "")
  }

  @Test(arguments: [
    ("ann", "ann", true), ("ann", "anne", true), ("ann", "nan", true), ("ann", "bob", false),
    ("", "ab", true), ("", "abc", false), ("abcdef", "abXdYf", true), ("abcdef", "aXcdYZ", false),
    ("abcdef", "cdef", true), ("abcdefg", "defgabc", false),
  ])
  func `names are alike up to two letters`(left: String, right: String, isAlike: Bool) {
    for (left, right) in [(left, right), (right, left)] {
      #expect(
        EditDistance.isAtMost(2, Array(left.utf8)[...], Array(right.utf8)[...]) == isAlike)
    }
  }
}
