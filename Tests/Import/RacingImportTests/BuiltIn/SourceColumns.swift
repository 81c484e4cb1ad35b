/// Columns of sources, in the words of their own descriptions.
///
/// Objects and lists into which no mapping looks count as one column each.
enum SourceColumns {
  /// A result of The Racing API's description of itself, of 2025.
  static let racingAPIResult = """
    horse_id,horse,sp,sp_dec,number,position,draw,btn,ovr_btn,age,sex,weight,\
    weight_lbs,headgear,time,or,rpr,tsr,prize,jockey,jockey_claim_lbs,jockey_id,\
    trainer,trainer_id,owner,owner_id,sire,sire_id,dam,dam_id,damsire,damsire_id,\
    comment,silk_url,../race_id,../date,../region,../course,../course_id,../off,\
    ../off_dt,../race_name,../type,../class,../pattern,../rating_band,../age_band,\
    ../sex_rest,../dist,../dist_y,../dist_m,../dist_f,../going,../surface,../jumps,\
    ../winning_time_detail,../comments,../non_runners,../tote_win,../tote_pl,\
    ../tote_ex,../tote_csf,../tote_tricast,../tote_trifecta
    """

  /// A card of the same, with odds.
  static let racingAPICard = """
    horse_id,horse,dob,age,sex,sex_code,colour,region,breeder,dam,dam_id,\
    dam_region,sire,sire_id,sire_region,damsire,damsire_id,damsire_region,trainer,\
    trainer_id,trainer_location,trainer_14_days,owner,owner_id,prev_trainers,\
    prev_owners,comment,spotlight,quotes,stable_tour,medical,number,draw,headgear,\
    headgear_run,wind_surgery,wind_surgery_run,past_results_flags,lbs,ofr,rpr,ts,\
    jockey,jockey_id,silk_url,last_run,form,trainer_rtf,odds/*/bookmaker,\
    odds/*/fractional,odds/*/decimal,odds/*/ew_places,odds/*/ew_denom,odds/*/updated,\
    odds/*/history,../race_id,../course,../course_id,../date,../off_time,../off_dt,\
    ../race_name,../distance_round,../distance,../distance_f,../region,../pattern,\
    ../sex_restriction,../race_class,../type,../age_band,../rating_band,../prize,\
    ../field_size,../going_detailed,../rail_movements,../stalls,../weather,../going,\
    ../surface,../jumps,../big_race,../is_abandoned,../tip,../verdict,\
    ../betting_forecast
    """

  /// A free card of the same.
  static let racingAPIFreeCard = """
    horse,age,sex,sex_code,colour,region,dam,sire,damsire,trainer,owner,number,\
    draw,headgear,lbs,ofr,jockey,last_run,form,../course,../date,../off_time,\
    ../off_dt,../race_name,../distance_f,../region,../pattern,../race_class,../type,\
    ../age_band,../rating_band,../prize,../field_size,../going,../surface,../../total,\
    ../../limit,../../skip,../../query
    """

  /// An Australian race of the same.
  static let racingAPIAustralia = """
    horse_id,horse,age,comment,colour,dam,dam_id,draw,form,jockey,jockey_id,\
    jockey_claim,margin,number,odds/*/bookmaker,odds/*/win_odds,odds/*/place_odds,\
    owner,position,prize,rating,scratched,sex,silk_url,sire,sire_id,sp,stats,\
    trainer,trainer_id,weight,../course,../course_id,../date,../distance,../going,\
    ../is_jump_out,../is_trial,../meet_id,../off_time,../prizes,../prize_total,\
    ../class,../race_conditions,../race_group,../race_name,../race_number,\
    ../race_status,../state,../winning_time,../winning_time_hundredths
    """

  /// North American entries of the same.
  static let racingAPIEntries = """
    claiming,coupled_type,dam_name,dam_sire_name,description,equipment,\
    handicapper_name,horse_data_pools,horse_name,jockey/id,jockey/alias,\
    jockey/first_name,jockey/first_name_initial,jockey/last_name,jockey/middle_name,\
    jockey/type,live_odds,medication,morning_line_odds,post_pos,program_number,\
    program_number_stripped,registration_number,scratch_indicator,sire_name,trainer/id,\
    trainer/alias,trainer/first_name,trainer/first_name_initial,trainer/last_name,\
    trainer/middle_name,trainer/type,weight,../age_restriction,\
    ../age_restriction_description,../breed,../changes,../course_type,\
    ../course_type_class,../distance_description,../distance_unit,../distance_value,\
    ../grade,../handicapper_name,../has_finished,../has_results,../is_cancelled,\
    ../max_claim_price,../min_claim_price,../mtp,../post_time,../post_time_long,\
    ../purse,../race_class,../race_key/race_number,../race_key/day_evening,../race_name,\
    ../race_pools,../race_restriction,../race_restriction_description,../race_type,\
    ../race_type_description,../sex_restriction,../sex_restriction_description,\
    ../surface_description,../time_zone,../tote_track_id,../track_condition,\
    ../track_name,../../meet_id,../../track_id,../../track_name,../../country,\
    ../../date,../../weather
    """

  /// The facts of a page around its races.
  static let racingAPIPage = """
    ../../total,../../limit,../../skip,../../query
    """

  /// A chart of chart-parser's design of its JSON.
  static let equibaseChart = """
    lastRaced,program,entry,entryProgram,horse/name,jockey/name,jockey/firstName,\
    jockey/lastName,trainer/name,trainer/firstName,trainer/lastName,owner/name,\
    weight/carried,weight/jockeyAllowance,medicationEquipment,claim,postPosition,\
    finishPosition,officialPosition,positionDeadHeat,wageringPosition,winner,\
    disqualified,odds,choice,favorite,wagering/win/unit,wagering/win/payoff,\
    wagering/win/odds,wagering/place,wagering/show,pointsOfCall,fractionals,splits,\
    ratings,comments,../links,../cancelled,../reason,../raceDate/text,\
    ../raceDate/year,../raceDate/month,../raceDate/day,../raceDate/dayOfWeek,\
    ../raceDate/dayOfYear,../track/code,../track/canonical,../track/country,\
    ../track/state,../track/city,../track/name,../raceNumber,../conditions/breed,\
    ../conditions/type,../conditions/code,../conditions/name,../conditions/grade,\
    ../conditions/blackType,../conditions/text,../conditions/restrictions/code,\
    ../conditions/restrictions/minAge,../conditions/restrictions/maxAge,\
    ../conditions/restrictions/ageCode,../conditions/restrictions/sexes,\
    ../conditions/restrictions/sexesCode,../conditions/restrictions/femaleOnly,\
    ../conditions/restrictions/stateBred,../conditions/purse/value,\
    ../conditions/purse/text,../conditions/purse/availableMoney,\
    ../conditions/purse/enhancements,../conditions/purse/valueOfRace,\
    ../conditions/claimingPriceRange,../conditions/summary,../distance/text,\
    ../distance/compact,../distance/feet,../distance/furlongs,../distance/exact,\
    ../distance/runUp,../distance/tempRail,../surface,../course,../trackCondition,\
    ../scheduledSurface,../offTurf,../format,../trackRecord,../weather,../postTime,\
    ../startComments,../timer,../deadHeat,../numberOfRunners,../finalTime,\
    ../finalMillis,../scratches,../wagering,../fractionals,../splits,../ratings,\
    ../footnotes
    """

  /// The lines of a printed chart.
  static let equibaseLines = """
    Date,Track,Race,Distance,Surface,Track Condition,Purse,Last Raced,Pgm,\
    Horse Name (Jockey),Wgt,M/E,PP,Start,1/4,1/2,3/4,Str,Str1,Fin,Odds,Comments,Trainer,Owner
    """

  /// The Korea Racing Authority's results (API214) and cards (API26).
  static let koreanResult = """
    rcDate,rcDay,rcNo,meet,chulNo,hrName,hrNo,jkName,jkNo,trName,trNo,owName,\
    owNo,age,birthday,sex,name,wgBudam,wgBudamBigo,wgHr,wgJk,ord,ordBigo,\
    diffUnit,rcTime,winOdds,plcOdds,rcDist,rcName,rank,rankRise,budam,track,\
    weather,rating,ilsu,ageCond,prizeCond,sexCond,hrTool,chaksun1,chaksun2,\
    chaksun3,chaksun4,chaksun5,buga1,buga2,buga3,hrNameEn,jkNameEn,trNameEn,\
    owNameEn,prd,dusu,stTime,sjG1fOrd,sjG3fOrd,sjS1fOrd,sj_1cOrd,sj_2cOrd,sj_3cOrd,\
    sj_4cOrd,seG1fAccTime,seG3fAccTime,seS1fAccTime,se_1cAccTime,se_2cAccTime,\
    se_3cAccTime,se_4cAccTime,jeG1fTime,jeG3fTime,jeS1fTime,je_1cTime,je_2cTime,\
    je_3cTime,je_4cTime,buG1fAccTime,buG1fOrd,buG2fAccTime,buG2fOrd,buG3fAccTime,\
    buG3fOrd,buG4fAccTime,buG4fOrd,buG6fAccTime,buG6fOrd,buG8fAccTime,buG8fOrd,\
    buS1fAccTime,buS1fOrd,buS1fTime,bu_1fGTime,bu_2fGTime,bu_3fGTime,bu_4_2fTime,\
    bu_6_4fTime,bu_8_6fTime,bu_10_8fTime,chaksunT,chaksunY,chaksun_6m,ord1CntT,\
    ord2CntT,ord3CntT,rcCntT,ord1CntY,ord2CntY,ord3CntY,rcCntY
    """
}
