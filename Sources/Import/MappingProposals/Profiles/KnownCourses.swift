/// Courses whose names are found in one country alone.
enum KnownCourses {
  private static let countries: [(country: String, names: Set<String>)] = [
    (
      "HK",
      ["沙田", "跑馬地", "跑马地", "从化", "從化", "sha tin", "shatin", "happy valley", "conghua"]
    ),
    (
      "JP",
      [
        "札幌", "函館", "福島", "新潟", "東京", "中山", "中京", "京都", "阪神", "小倉", "門別", "盛岡", "水沢", "浦和",
        "船橋", "大井", "川崎", "金沢", "笠松", "名古屋", "園田", "姫路", "高知", "佐賀", "帯広",
      ]
    ),
    ("KR", ["서울", "부산경남", "부경", "제주"]),
  ]

  /// Returns the country of most of a column's courses; nil if they are of several or unknown.
  static func country(of course: ColumnProfile) -> String? {
    countries.first { country in
      course.share { country.names.contains($0.lowercased()) } > 0.95
    }?.country
  }
}
