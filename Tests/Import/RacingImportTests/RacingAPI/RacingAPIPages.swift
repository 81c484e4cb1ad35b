/// Invented answers of The Racing API, each complete by its schema; no name or number is real.
enum RacingAPIPages {
  /// `ResultsPage`.
  static let results = #"""
    {"results":[{"race_id":"rac_1","date":"2025-05-01","region":"GB","course":"Thornbury",\#
    "course_id":"","off":"2:05","off_dt":"2025-05-01T14:05:00+01:00",\#
    "race_name":"Blue Handicap","type":"","class":"Class 4","pattern":"","rating_band":"",\#
    "age_band":"","sex_rest":"","dist":"7f","dist_y":"","dist_m":"1400.0","dist_f":"",\#
    "going":"Good","surface":"Turf","runners":[{"horse_id":"hrs_1","horse":"Grey Lantern",\#
    "sp":"7/2J","sp_dec":"4.5","number":"1","position":"1","draw":"3","btn":"0",\#
    "ovr_btn":"0","age":"5","sex":"G","weight":"9-2","weight_lbs":"128","headgear":"",\#
    "time":"","or":"81","rpr":"","tsr":"","prize":"","jockey":"A Marsh","jockey_id":"",\#
    "trainer":"P Holt","trainer_id":"","owner":"Mr O","owner_id":"","sire":"Old Sire",\#
    "sire_id":"","dam":"","dam_id":"","damsire":"","damsire_id":"","comment":""},\#
    {"horse_id":"hrs_2","horse":"Tidewrack","sp":"85/40F","sp_dec":"3.12","number":"2",\#
    "position":"2","draw":"4","btn":".5","ovr_btn":".5","age":"5","sex":"G","weight":"9-2",\#
    "weight_lbs":"128","headgear":"","time":"","or":"–","rpr":"","tsr":"","prize":"",\#
    "jockey":"A Marsh","jockey_id":"","trainer":"P Holt","trainer_id":"","owner":"Mr O",\#
    "owner_id":"","sire":"Old Sire","sire_id":"","dam":"","dam_id":"","damsire":"",\#
    "damsire_id":"","comment":""},{"horse_id":"hrs_3","horse":"Marl","sp":"10/1",\#
    "sp_dec":"11.0","number":"3","position":"PU","draw":"5","btn":"-","ovr_btn":"-",\#
    "age":"5","sex":"G","weight":"9-2","weight_lbs":"128","headgear":"","time":"","or":"–",\#
    "rpr":"","tsr":"","prize":"","jockey":"B Lowe","jockey_id":"","trainer":"P Holt",\#
    "trainer_id":"","owner":"Mr O","owner_id":"","sire":"Old Sire","sire_id":"","dam":"",\#
    "dam_id":"","damsire":"","damsire_id":"","comment":""}],"non_runners":"Stray (lame)",\#
    "tote_win":"£4.50"},{"race_id":"rac_2","date":"2025-05-01","region":"IRE",\#
    "course":"Ashcombe","course_id":"","off":"2:40","off_dt":"2025-05-01T14:40:00+01:00",\#
    "race_name":"Red Stakes","type":"","class":"","pattern":"Group 3","rating_band":"",\#
    "age_band":"","sex_rest":"","dist":"","dist_y":"","dist_m":"1200","dist_f":"",\#
    "going":"Soft","surface":"AW","runners":[{"horse_id":"hrs_4","horse":"Old Accord",\#
    "sp":"EvensF","sp_dec":"2.0","number":"4","position":"1","draw":"6","btn":"0",\#
    "ovr_btn":"0","age":"5","sex":"G","weight":"9-2","weight_lbs":"128","headgear":"",\#
    "time":"","or":"–","rpr":"","tsr":"","prize":"","jockey":"A Marsh","jockey_id":"",\#
    "trainer":"P Holt","trainer_id":"","owner":"Mr O","owner_id":"","sire":"Old Sire",\#
    "sire_id":"","dam":"","dam_id":"","damsire":"","damsire_id":"","comment":""},\#
    {"horse_id":"hrs_5","horse":"Bellfounder","sp":"4/1","sp_dec":"5.0","number":"5",\#
    "position":"1","draw":"7","btn":"0","ovr_btn":"0","age":"5","sex":"G","weight":"9-2",\#
    "weight_lbs":"128","headgear":"","time":"","or":"–","rpr":"","tsr":"","prize":"",\#
    "jockey":"A Marsh","jockey_id":"","trainer":"P Holt","trainer_id":"","owner":"Mr O",\#
    "owner_id":"","sire":"Old Sire","sire_id":"","dam":"","dam_id":"","damsire":"",\#
    "damsire_id":"","comment":""},{"horse_id":"hrs_6","horse":"Long Acre","sp":"11/8",\#
    "sp_dec":"2.38","number":"6","position":"3","draw":"8","btn":"hd","ovr_btn":"hd",\#
    "age":"5","sex":"G","weight":"9-2","weight_lbs":"128","headgear":"","time":"","or":"–",\#
    "rpr":"","tsr":"","prize":"","jockey":"A Marsh","jockey_id":"","trainer":"P Holt",\#
    "trainer_id":"","owner":"Mr O","owner_id":"","sire":"Old Sire","sire_id":"","dam":"",\#
    "dam_id":"","damsire":"","damsire_id":"","comment":""}],"tote_win":"€1.80 €2.60"}],\#
    "total":2,"limit":50,"skip":0,"query":[]}
    """#

  /// `Result`.
  static let result = #"""
    {"race_id":"rac_1","date":"2025-05-01","region":"GB","course":"Thornbury",\#
    "course_id":"","off":"2:05","off_dt":"2025-05-01T14:05:00+01:00",\#
    "race_name":"Blue Handicap","type":"","class":"Class 4","pattern":"","rating_band":"",\#
    "age_band":"","sex_rest":"","dist":"7f","dist_y":"","dist_m":"1400.0","dist_f":"",\#
    "going":"Good","surface":"Turf","runners":[{"horse_id":"hrs_1","horse":"Grey Lantern",\#
    "sp":"7/2J","sp_dec":"4.5","number":"1","position":"1","draw":"3","btn":"0",\#
    "ovr_btn":"0","age":"5","sex":"G","weight":"9-2","weight_lbs":"128","headgear":"",\#
    "time":"","or":"81","rpr":"","tsr":"","prize":"","jockey":"A Marsh","jockey_id":"",\#
    "trainer":"P Holt","trainer_id":"","owner":"Mr O","owner_id":"","sire":"Old Sire",\#
    "sire_id":"","dam":"","dam_id":"","damsire":"","damsire_id":"","comment":""},\#
    {"horse_id":"hrs_2","horse":"Tidewrack","sp":"85/40F","sp_dec":"3.12","number":"2",\#
    "position":"2","draw":"4","btn":".5","ovr_btn":".5","age":"5","sex":"G","weight":"9-2",\#
    "weight_lbs":"128","headgear":"","time":"","or":"–","rpr":"","tsr":"","prize":"",\#
    "jockey":"A Marsh","jockey_id":"","trainer":"P Holt","trainer_id":"","owner":"Mr O",\#
    "owner_id":"","sire":"Old Sire","sire_id":"","dam":"","dam_id":"","damsire":"",\#
    "damsire_id":"","comment":""},{"horse_id":"hrs_3","horse":"Marl","sp":"10/1",\#
    "sp_dec":"11.0","number":"3","position":"PU","draw":"5","btn":"-","ovr_btn":"-",\#
    "age":"5","sex":"G","weight":"9-2","weight_lbs":"128","headgear":"","time":"","or":"–",\#
    "rpr":"","tsr":"","prize":"","jockey":"B Lowe","jockey_id":"","trainer":"P Holt",\#
    "trainer_id":"","owner":"Mr O","owner_id":"","sire":"Old Sire","sire_id":"","dam":"",\#
    "dam_id":"","damsire":"","damsire_id":"","comment":""}],"non_runners":"Stray (lame)",\#
    "tote_win":"£4.50"}
    """#

  /// `RacecardsPage`.
  static let cards = #"""
    {"racecards":[{"race_id":"rac_3","course":"Thornbury","course_id":"",\#
    "date":"2025-05-02","off_time":"2:05","off_dt":"2025-05-02T14:05:00+01:00",\#
    "race_name":"Green Nursery","distance_round":"","distance":"","distance_f":"7.5",\#
    "region":"GB","pattern":"","race_class":"Class 5","type":"","age_band":"",\#
    "rating_band":"","prize":"£8,000","field_size":"2","going":"Good","surface":"Turf",\#
    "runners":[{"horse_id":"hrs_1","horse":"Grey Lantern","age":"4","sex":"mare","dam":"",\#
    "dam_id":"","sire":"Old Sire","sire_id":"","damsire":"","damsire_id":"",\#
    "trainer":"P Holt","trainer_id":"","owner":"Mr O","owner_id":"","number":"1","draw":"1",\#
    "lbs":"126","ofr":"-","rpr":"","ts":"","jockey":"A Marsh","jockey_id":"","last_run":""},\#
    {"horse_id":"hrs_2","horse":"Tidewrack","age":"4","sex":"mare","dam":"","dam_id":"",\#
    "sire":"Old Sire","sire_id":"","damsire":"","damsire_id":"","trainer":"P Holt",\#
    "trainer_id":"","owner":"Mr O","owner_id":"","number":"2","draw":"0","lbs":"126",\#
    "ofr":"-","rpr":"","ts":"","jockey":"A Marsh","jockey_id":"","last_run":""},\#
    {"horse_id":"hrs_9","horse":"Stray","age":"4","sex":"mare","dam":"","dam_id":"",\#
    "sire":"Old Sire","sire_id":"","damsire":"","damsire_id":"","trainer":"P Holt",\#
    "trainer_id":"","owner":"Mr O","owner_id":"","number":"NR","draw":"","lbs":"126",\#
    "ofr":"-","rpr":"","ts":"","jockey":"A Marsh","jockey_id":"","last_run":""}]}],\#
    "total":1,"limit":10,"skip":0,"query":[]}
    """#

  /// `RacecardsOddsProPage`.
  static let proCards = #"""
    {"racecards":[{"race_id":"rac_4","course":"Thornbury","course_id":"",\#
    "date":"2025-05-02","off_time":"2:05","off_dt":"2025-05-02T14:05:00+01:00",\#
    "race_name":"Green Nursery","distance_round":"","distance":"","distance_f":"7.5",\#
    "region":"GB","pattern":"","race_class":"Class 5","type":"","age_band":"",\#
    "rating_band":"","prize":"£8,000","field_size":"2","going":"Good","surface":"Turf",\#
    "runners":[{"horse_id":"hrs_1","horse":"Grey Lantern","age":"4","sex":"mare","dam":"",\#
    "dam_id":"","sire":"Old Sire","sire_id":"","damsire":"","damsire_id":"",\#
    "trainer":"P Holt","trainer_id":"","owner":"Mr O","owner_id":"","number":"1","draw":"1",\#
    "lbs":"126","ofr":"-","rpr":"","ts":"","jockey":"A Marsh","jockey_id":"","last_run":""},\#
    {"horse_id":"hrs_2","horse":"Tidewrack","age":"4","sex":"mare","dam":"","dam_id":"",\#
    "sire":"Old Sire","sire_id":"","damsire":"","damsire_id":"","trainer":"P Holt",\#
    "trainer_id":"","owner":"Mr O","owner_id":"","number":"2","draw":"0","lbs":"126",\#
    "ofr":"-","rpr":"","ts":"","jockey":"A Marsh","jockey_id":"","last_run":""},\#
    {"horse_id":"hrs_9","horse":"Stray","age":"4","sex":"mare","dam":"","dam_id":"",\#
    "sire":"Old Sire","sire_id":"","damsire":"","damsire_id":"","trainer":"P Holt",\#
    "trainer_id":"","owner":"Mr O","owner_id":"","number":"NR","draw":"","lbs":"126",\#
    "ofr":"-","rpr":"","ts":"","jockey":"A Marsh","jockey_id":"","last_run":""}],\#
    "is_abandoned":true}],"total":1,"limit":10,"skip":0,"query":[]}
    """#

  /// `RacecardOdds`.
  static let card = #"""
    {"race_id":"rac_5","course":"Thornbury","course_id":"","date":"2025-05-02",\#
    "off_time":"2:05","off_dt":"2025-05-02T14:05:00+01:00","race_name":"Green Nursery",\#
    "distance_round":"","distance":"","distance_f":"7.5","region":"GB","pattern":"",\#
    "race_class":"Class 5","type":"","age_band":"","rating_band":"","prize":"£8,000",\#
    "field_size":"2","going":"Good","surface":"Turf","runners":[{"horse_id":"hrs_1",\#
    "horse":"Grey Lantern","age":"4","sex":"mare","dam":"","dam_id":"","sire":"Old Sire",\#
    "sire_id":"","damsire":"","damsire_id":"","trainer":"P Holt","trainer_id":"",\#
    "owner":"Mr O","owner_id":"","number":"1","draw":"1","lbs":"126","ofr":"-","rpr":"",\#
    "ts":"","jockey":"A Marsh","jockey_id":"","last_run":""},{"horse_id":"hrs_2",\#
    "horse":"Tidewrack","age":"4","sex":"mare","dam":"","dam_id":"","sire":"Old Sire",\#
    "sire_id":"","damsire":"","damsire_id":"","trainer":"P Holt","trainer_id":"",\#
    "owner":"Mr O","owner_id":"","number":"2","draw":"0","lbs":"126","ofr":"-","rpr":"",\#
    "ts":"","jockey":"A Marsh","jockey_id":"","last_run":""},{"horse_id":"hrs_9",\#
    "horse":"Stray","age":"4","sex":"mare","dam":"","dam_id":"","sire":"Old Sire",\#
    "sire_id":"","damsire":"","damsire_id":"","trainer":"P Holt","trainer_id":"",\#
    "owner":"Mr O","owner_id":"","number":"NR","draw":"","lbs":"126","ofr":"-","rpr":"",\#
    "ts":"","jockey":"A Marsh","jockey_id":"","last_run":""}]}
    """#

  /// `RacecardsBasicPage`.
  static let freeCards = #"""
    {"racecards":[{"course":"Thornbury","date":"2025-05-02","off_time":"2:05",\#
    "off_dt":"2025-05-02T14:05:00+01:00","race_name":"Green Nursery","distance_f":"7.5",\#
    "region":"GB","pattern":"","race_class":"Class 5","type":"","age_band":"",\#
    "rating_band":"","prize":"£8,000","field_size":"2","going":"Good","surface":"Turf",\#
    "runners":[{"horse":"Grey Lantern","age":"4","sex":"mare","region":"","dam":"",\#
    "sire":"Old Sire","damsire":"","trainer":"P Holt","owner":"Mr O","number":"1",\#
    "draw":"1","lbs":"126","ofr":"-","jockey":"A Marsh","last_run":""},{"horse":"Tidewrack",\#
    "age":"4","sex":"mare","region":"","dam":"","sire":"Old Sire","damsire":"",\#
    "trainer":"P Holt","owner":"Mr O","number":"2","draw":"0","lbs":"126","ofr":"-",\#
    "jockey":"A Marsh","last_run":""},{"horse":"Stray","age":"4","sex":"mare","region":"",\#
    "dam":"","sire":"Old Sire","damsire":"","trainer":"P Holt","owner":"Mr O","number":"NR",\#
    "draw":"","lbs":"126","ofr":"-","jockey":"A Marsh","last_run":""}]}],"total":1,\#
    "limit":10,"skip":0,"query":[]}
    """#

  /// `Races`.
  static let australia = #"""
    {"races":[{"course":"Randwick","date":"2025-05-03","distance":"1200m","going":"Good 4",\#
    "is_jump_out":false,"is_trial":false,"meet_id":"met_1",\#
    "off_time":"2025-05-03T13:05:00+10:00","prize_total":"$50,000","class":"BM72",\#
    "race_name":"Sprint Handicap","race_number":"1","race_status":"Results","state":"NSW",\#
    "runners":[{"horse_id":"aus_1","horse":"Cold Harbour","age":"6","comment":"",\#
    "colour":"","dam":"","dam_id":"","draw":"1","form":"","jockey":"C Ward","jockey_id":"",\#
    "jockey_claim":"","margin":"","number":"1","odds":[],"owner":"O","position":"1",\#
    "prize":"","rating":"70","scratched":false,"sex":"gelding","silk_url":"","sire":"S",\#
    "sire_id":"","sp":"3.50","stats":{"career_prize":"","career_win_percent":"",\#
    "career_place_percent":"","course_stats":{"total":"","first":"","second":"","third":""},\#
    "course_distance_stats":{"total":"","first":"","second":"","third":""},\#
    "distance_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_firm_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_good_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_heavy_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_soft_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_aw_stats":{"total":"","first":"","second":"","third":""},\#
    "jockey_stats":{"total":"","first":"","second":"","third":""},"jumps_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_raced":"","last_ten_races_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_twelve_months_stats":{"total":"","first":"",\#
    "second":"","third":""},"last_won":"","max_winning_distance":"",\#
    "min_winning_distance":""},"trainer":"R Fane","trainer_id":"","weight":"57.5"},\#
    {"horse_id":"aus_2","horse":"Second Cousin","age":"6","comment":"","colour":"","dam":"",\#
    "dam_id":"","draw":"2","form":"","jockey":"C Ward","jockey_id":"","jockey_claim":"",\#
    "margin":"1.25","number":"2","odds":[],"owner":"O","position":"2","prize":"",\#
    "rating":"70","scratched":false,"sex":"gelding","silk_url":"","sire":"S","sire_id":"",\#
    "sp":"$7.00","stats":{"career_prize":"","career_win_percent":"",\#
    "career_place_percent":"","course_stats":{"total":"","first":"","second":"","third":""},\#
    "course_distance_stats":{"total":"","first":"","second":"","third":""},\#
    "distance_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_firm_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_good_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_heavy_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_soft_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_aw_stats":{"total":"","first":"","second":"","third":""},\#
    "jockey_stats":{"total":"","first":"","second":"","third":""},"jumps_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_raced":"","last_ten_races_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_twelve_months_stats":{"total":"","first":"",\#
    "second":"","third":""},"last_won":"","max_winning_distance":"",\#
    "min_winning_distance":""},"trainer":"R Fane","trainer_id":"","weight":"57.5"},\#
    {"horse_id":"aus_3","horse":"Pennywhistle","age":"6","comment":"","colour":"","dam":"",\#
    "dam_id":"","draw":"3","form":"","jockey":"C Ward","jockey_id":"","jockey_claim":"",\#
    "margin":"","number":"3","odds":[],"owner":"O","position":"","prize":"","rating":"70",\#
    "scratched":true,"sex":"gelding","silk_url":"","sire":"S","sire_id":"","sp":"",\#
    "stats":{"career_prize":"","career_win_percent":"","career_place_percent":"",\#
    "course_stats":{"total":"","first":"","second":"","third":""},\#
    "course_distance_stats":{"total":"","first":"","second":"","third":""},\#
    "distance_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_firm_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_good_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_heavy_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_soft_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_aw_stats":{"total":"","first":"","second":"","third":""},\#
    "jockey_stats":{"total":"","first":"","second":"","third":""},"jumps_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_raced":"","last_ten_races_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_twelve_months_stats":{"total":"","first":"",\#
    "second":"","third":""},"last_won":"","max_winning_distance":"",\#
    "min_winning_distance":""},"trainer":"R Fane","trainer_id":"","weight":"57.5"}]},\#
    {"course":"Randwick","date":"2025-05-03","distance":"1000","going":"Good 4",\#
    "is_jump_out":false,"is_trial":true,"meet_id":"met_1","off_time":"1:40",\#
    "prize_total":"$50,000","class":"BM72","race_name":"Sprint Handicap","race_number":"2",\#
    "race_status":"Results","state":"NSW","runners":[{"horse_id":"aus_1",\#
    "horse":"Cold Harbour","age":"6","comment":"","colour":"","dam":"","dam_id":"",\#
    "draw":"1","form":"","jockey":"C Ward","jockey_id":"","jockey_claim":"","margin":"",\#
    "number":"1","odds":[],"owner":"O","position":"1","prize":"","rating":"70",\#
    "scratched":false,"sex":"gelding","silk_url":"","sire":"S","sire_id":"","sp":"3.50",\#
    "stats":{"career_prize":"","career_win_percent":"","career_place_percent":"",\#
    "course_stats":{"total":"","first":"","second":"","third":""},\#
    "course_distance_stats":{"total":"","first":"","second":"","third":""},\#
    "distance_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_firm_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_good_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_heavy_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_soft_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_aw_stats":{"total":"","first":"","second":"","third":""},\#
    "jockey_stats":{"total":"","first":"","second":"","third":""},"jumps_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_raced":"","last_ten_races_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_twelve_months_stats":{"total":"","first":"",\#
    "second":"","third":""},"last_won":"","max_winning_distance":"",\#
    "min_winning_distance":""},"trainer":"R Fane","trainer_id":"","weight":"57.5"},\#
    {"horse_id":"aus_2","horse":"Second Cousin","age":"6","comment":"","colour":"","dam":"",\#
    "dam_id":"","draw":"2","form":"","jockey":"C Ward","jockey_id":"","jockey_claim":"",\#
    "margin":"1.25","number":"2","odds":[],"owner":"O","position":"2","prize":"",\#
    "rating":"70","scratched":false,"sex":"gelding","silk_url":"","sire":"S","sire_id":"",\#
    "sp":"$7.00","stats":{"career_prize":"","career_win_percent":"",\#
    "career_place_percent":"","course_stats":{"total":"","first":"","second":"","third":""},\#
    "course_distance_stats":{"total":"","first":"","second":"","third":""},\#
    "distance_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_firm_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_good_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_heavy_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_soft_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_aw_stats":{"total":"","first":"","second":"","third":""},\#
    "jockey_stats":{"total":"","first":"","second":"","third":""},"jumps_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_raced":"","last_ten_races_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_twelve_months_stats":{"total":"","first":"",\#
    "second":"","third":""},"last_won":"","max_winning_distance":"",\#
    "min_winning_distance":""},"trainer":"R Fane","trainer_id":"","weight":"57.5"},\#
    {"horse_id":"aus_3","horse":"Pennywhistle","age":"6","comment":"","colour":"","dam":"",\#
    "dam_id":"","draw":"3","form":"","jockey":"C Ward","jockey_id":"","jockey_claim":"",\#
    "margin":"","number":"3","odds":[],"owner":"O","position":"","prize":"","rating":"70",\#
    "scratched":true,"sex":"gelding","silk_url":"","sire":"S","sire_id":"","sp":"",\#
    "stats":{"career_prize":"","career_win_percent":"","career_place_percent":"",\#
    "course_stats":{"total":"","first":"","second":"","third":""},\#
    "course_distance_stats":{"total":"","first":"","second":"","third":""},\#
    "distance_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_firm_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_good_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_heavy_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_soft_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_aw_stats":{"total":"","first":"","second":"","third":""},\#
    "jockey_stats":{"total":"","first":"","second":"","third":""},"jumps_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_raced":"","last_ten_races_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_twelve_months_stats":{"total":"","first":"",\#
    "second":"","third":""},"last_won":"","max_winning_distance":"",\#
    "min_winning_distance":""},"trainer":"R Fane","trainer_id":"","weight":"57.5"}]}]}
    """#

  /// `Race`.
  static let australianRace = #"""
    {"course":"Randwick","date":"2025-05-03","distance":"1200m","going":"Good 4",\#
    "is_jump_out":false,"is_trial":false,"meet_id":"met_1",\#
    "off_time":"2025-05-03T13:05:00+10:00","prize_total":"$50,000","class":"BM72",\#
    "race_name":"Sprint Handicap","race_number":"3","race_status":"Results","state":"NSW",\#
    "runners":[{"horse_id":"aus_1","horse":"Cold Harbour","age":"6","comment":"",\#
    "colour":"","dam":"","dam_id":"","draw":"1","form":"","jockey":"C Ward","jockey_id":"",\#
    "jockey_claim":"","margin":"","number":"1","odds":[],"owner":"O","position":"1",\#
    "prize":"","rating":"70","scratched":false,"sex":"gelding","silk_url":"","sire":"S",\#
    "sire_id":"","sp":"3.50","stats":{"career_prize":"","career_win_percent":"",\#
    "career_place_percent":"","course_stats":{"total":"","first":"","second":"","third":""},\#
    "course_distance_stats":{"total":"","first":"","second":"","third":""},\#
    "distance_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_firm_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_good_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_heavy_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_soft_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_aw_stats":{"total":"","first":"","second":"","third":""},\#
    "jockey_stats":{"total":"","first":"","second":"","third":""},"jumps_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_raced":"","last_ten_races_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_twelve_months_stats":{"total":"","first":"",\#
    "second":"","third":""},"last_won":"","max_winning_distance":"",\#
    "min_winning_distance":""},"trainer":"R Fane","trainer_id":"","weight":"57.5"},\#
    {"horse_id":"aus_2","horse":"Second Cousin","age":"6","comment":"","colour":"","dam":"",\#
    "dam_id":"","draw":"2","form":"","jockey":"C Ward","jockey_id":"","jockey_claim":"",\#
    "margin":"1.25","number":"2","odds":[],"owner":"O","position":"2","prize":"",\#
    "rating":"70","scratched":false,"sex":"gelding","silk_url":"","sire":"S","sire_id":"",\#
    "sp":"$7.00","stats":{"career_prize":"","career_win_percent":"",\#
    "career_place_percent":"","course_stats":{"total":"","first":"","second":"","third":""},\#
    "course_distance_stats":{"total":"","first":"","second":"","third":""},\#
    "distance_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_firm_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_good_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_heavy_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_soft_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_aw_stats":{"total":"","first":"","second":"","third":""},\#
    "jockey_stats":{"total":"","first":"","second":"","third":""},"jumps_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_raced":"","last_ten_races_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_twelve_months_stats":{"total":"","first":"",\#
    "second":"","third":""},"last_won":"","max_winning_distance":"",\#
    "min_winning_distance":""},"trainer":"R Fane","trainer_id":"","weight":"57.5"},\#
    {"horse_id":"aus_3","horse":"Pennywhistle","age":"6","comment":"","colour":"","dam":"",\#
    "dam_id":"","draw":"3","form":"","jockey":"C Ward","jockey_id":"","jockey_claim":"",\#
    "margin":"","number":"3","odds":[],"owner":"O","position":"","prize":"","rating":"70",\#
    "scratched":true,"sex":"gelding","silk_url":"","sire":"S","sire_id":"","sp":"",\#
    "stats":{"career_prize":"","career_win_percent":"","career_place_percent":"",\#
    "course_stats":{"total":"","first":"","second":"","third":""},\#
    "course_distance_stats":{"total":"","first":"","second":"","third":""},\#
    "distance_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_firm_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_good_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_heavy_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_soft_stats":{"total":"","first":"","second":"","third":""},\#
    "ground_aw_stats":{"total":"","first":"","second":"","third":""},\#
    "jockey_stats":{"total":"","first":"","second":"","third":""},"jumps_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_raced":"","last_ten_races_stats":{"total":"",\#
    "first":"","second":"","third":""},"last_twelve_months_stats":{"total":"","first":"",\#
    "second":"","third":""},"last_won":"","max_winning_distance":"",\#
    "min_winning_distance":""},"trainer":"R Fane","trainer_id":"","weight":"57.5"}]}
    """#

  /// `EntriesResponse`.
  static let entries = #"""
    {"meet_id":"ELP_1746230400000","track_id":"ELP","track_name":"Elm Park","country":"USA",\#
    "date":"2025-05-03","races":[{"distance_unit":"F","distance_value":6,\#
    "is_cancelled":false,"post_time_long":"1746295500000","purse":"25000",\#
    "race_class":"CLM","race_key":{"race_number":"1","day_evening":"D"},\#
    "runners":[{"horse_name":"Lady Sexton","jockey":{"first_name":"Dan","last_name":"Ward"},\#
    "live_odds":"3","morning_line_odds":"5/2","post_pos":"1","program_number":"1",\#
    "program_number_stripped":1,"scratch_indicator":"N","sire_name":"Old Sire",\#
    "trainer":{"last_name":"Fane"},"weight":"122"},{"horse_name":"Long Acre",\#
    "jockey":{"first_name":"Dan","last_name":"Ward"},"live_odds":"3",\#
    "morning_line_odds":"5/2","post_pos":"2","program_number":"1A",\#
    "program_number_stripped":1,"scratch_indicator":"N","sire_name":"Old Sire",\#
    "trainer":{"last_name":"Fane"},"weight":"122"},{"horse_name":"Stray",\#
    "jockey":{"first_name":"Dan","last_name":"Ward"},"live_odds":"3",\#
    "morning_line_odds":"5/2","post_pos":"3","program_number":"3",\#
    "program_number_stripped":3,"scratch_indicator":"Y","sire_name":"Old Sire",\#
    "trainer":{"last_name":"Fane"},"weight":"122"}],"surface_description":"Dirt",\#
    "track_condition":"Fast","track_name":"Elm Park"},{"distance_unit":"F",\#
    "distance_value":"8.5","is_cancelled":true,"post_time_long":"1746295500000",\#
    "purse":"25000","race_class":"CLM","race_key":{"race_number":"2","day_evening":"D"},\#
    "runners":[{"horse_name":"Lady Sexton","jockey":{"first_name":"Dan","last_name":"Ward"},\#
    "live_odds":"3","morning_line_odds":"5/2","post_pos":"1","program_number":"1",\#
    "program_number_stripped":1,"scratch_indicator":"N","sire_name":"Old Sire",\#
    "trainer":{"last_name":"Fane"},"weight":"122"},{"horse_name":"Long Acre",\#
    "jockey":{"first_name":"Dan","last_name":"Ward"},"live_odds":"3",\#
    "morning_line_odds":"5/2","post_pos":"2","program_number":"1A",\#
    "program_number_stripped":1,"scratch_indicator":"N","sire_name":"Old Sire",\#
    "trainer":{"last_name":"Fane"},"weight":"122"},{"horse_name":"Stray",\#
    "jockey":{"first_name":"Dan","last_name":"Ward"},"live_odds":"3",\#
    "morning_line_odds":"5/2","post_pos":"3","program_number":"3",\#
    "program_number_stripped":3,"scratch_indicator":"Y","sire_name":"Old Sire",\#
    "trainer":{"last_name":"Fane"},"weight":"122"}],"surface_description":"Dirt",\#
    "track_condition":"Fast","track_name":"Elm Park"}],"weather":{}}
    """#

  /// `ResultsResponse`.
  static let americanResults = #"""
    {"meet_id":"ELP_1746230400000","track_id":"ELP","track_name":"Elm Park","country":"USA",\#
    "date":"2025-05-03","races":[{"also_ran":"Marl","race_key":{"race_number":"1"},\#
    "runners":[{"horse_name":"Lady Sexton","place_payoff":3.4,"program_number":"1",\#
    "show_payoff":2.4,"win_payoff":7.2}]}]}
    """#
}
