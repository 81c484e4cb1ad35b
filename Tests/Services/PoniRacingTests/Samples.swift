/// Invented answers in both wire forms, which differ only in spelling.
enum Samples {
  static let liveCards = """
    [
      {"id_race": "901", "course": "Willow Bend (USA)", "date": "2020-11-08 16:50:00",
       "distance": "6 furlongs", "age": "2yo", "finished": "1", "canceled": "0"},
      {"id_race": "902", "course": "Willow Bend (USA)", "date": "2020-11-08 17:22:00",
       "distance": "1 3/8 miles", "age": "3yo+", "finished": "0", "canceled": "0"},
      {"id_race": "903", "course": "Stone Harbor (USA)", "date": "2020-11-08 18:05:00",
       "distance": "1 mile 70 yards", "age": "4yo+", "finished": "0", "canceled": "1"}
    ]
    """

  static let liveResults = """
    [{"id_race": "901", "course": "Willow Bend (USA)", "date": "2020-11-08 16:50:00",
      "distance": "6 furlongs", "age": "2yo", "finished": "1", "canceled": "0"}]
    """

  static let liveRace901 = """
    {"id_race": "901", "course": "Willow Bend (USA)", "date": "2020-11-08 16:50:00",
     "distance": "6 furlongs", "age": "2yo", "finished": "1", "canceled": "0", "horses": [
      {"horse": "COPPER LANTERN", "id_horse": "51", "jockey": "Ada Moss", "trainer": "Ben Quill",
       "age": "2", "weight": "8-9", "number": "1", "non_runner": "0", "form": "21-", "position": "1",
       "distance_beaten": "", "sp": "3.5"},
      {"horse": "QUIET TIDE", "id_horse": "52", "jockey": "Cy Lorne", "trainer": "Ben Quill",
       "age": "2", "weight": "8-7", "number": "2", "non_runner": "0", "form": "4", "position": "2",
       "distance_beaten": "1 1/2", "sp": "2.88"},
      {"horse": "PAPER KITE", "id_horse": "53", "jockey": "", "trainer": "Dee Marsh", "age": "2",
       "weight": "8-9", "number": "3", "non_runner": "1", "form": "", "position": "",
       "distance_beaten": "", "sp": ""}]}
    """

  static let liveRace902 = """
    {"id_race": "902", "course": "Willow Bend (USA)", "date": "2020-11-08 17:22:00",
     "distance": "1 3/8 miles", "age": "3yo+", "finished": "0", "canceled": "0", "horses": [
      {"horse": "NORTH GABLE", "id_horse": "61", "jockey": "Ada Moss", "trainer": "Dee Marsh",
       "age": "5", "weight": "8-11", "number": "1", "non_runner": "0", "form": "5446-",
       "position": "", "distance_beaten": "", "sp": ""},
      {"horse": "OLD SIXPENCE", "id_horse": "62", "jockey": "Cy Lorne", "trainer": "Eve Tarn",
       "age": "4", "weight": "8-11", "number": "1A", "non_runner": "0", "form": "P-1",
       "position": "", "distance_beaten": "", "sp": ""}]}
    """

  static let seedCards = """
    [{"race_id": "r1", "race_name": "The Lantern Stakes", "course": "Willow Bend",
      "race_time": "2020-11-08T16:50:00Z", "distance": "6 furlongs", "finished": true, "runners": [
        {"horse_id": "h1", "horse": "Copper Lantern", "jockey": "Ada Moss", "trainer": "Ben Quill",
         "weight": "121", "odds": "5/2", "position": 1, "age": 2},
        {"horse_id": null, "horse": "Quiet Tide", "jockey": null, "trainer": null, "weight": null,
         "odds": "evens"}]},
     {"race_id": "r2", "race_name": "The Gable Cup", "course": "Stone Harbor",
      "race_time": "2020-11-08T19:50:00Z", "runners": []}]
    """

  /// Six past races of one horse, the newest first: three wins in the first five.
  static let horseStats51 = """
    {"id_horse": "51", "horse": "COPPER LANTERN", "results": [
      {"id_race": "901", "date": "2020-11-08 16:50:00", "course": "Willow Bend (USA)",
       "distance": "6 furlongs", "position": "1", "sp": "3.5", "prize": "$12,500.50"},
      {"id_race": "811", "date": "2020-10-20 17:00:00", "position": "2/9", "sp": "4"},
      {"id_race": "800", "date": "2020-09-30 17:00:00", "position": 1, "sp": 2.5,
       "prize": "9,000"},
      {"id_race": "790", "date": "2020-09-12 17:00:00", "position": "PU", "sp": ""},
      {"id_race": "780", "date": "2020-08-30 17:00:00", "position": "1"},
      {"id_race": "770", "date": "2020-08-02 17:00:00", "position": "3"}]}
    """

  static let jockeyRates = """
    [{"jockey": "Ada Moss", "wins": "4", "runs": "16", "win_percentage": "25.00",
      "recent_form": ["1", "3"]},
     {"name": "Cy Lorne", "wins": 1, "rides": 8, "win_rate": "12.5%"}]
    """

  static let trainerRates = #"[{"trainer": "Ben Quill", "wins": 3, "runs": 12}]"#
}
