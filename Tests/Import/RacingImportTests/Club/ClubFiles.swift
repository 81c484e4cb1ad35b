/// Lists of a small invented club.
enum ClubFiles {
  static let ledger = """
    activity_uuid,runner_id,event_time,season,year,activity_type,points,kind
    u1,1,2024-10-01T12:00:00Z,xc,2024,TRAINING_RUN,10,EARNED
    u2,2,2024-10-02 08:00,XC,2024,workout,15,earned
    u2,2,2024-10-03 08:00,xc,2024,workout,15,
    u3,3,2024-11-18,track,2024,MEET_LOG,20,EARNED
    ,1,2024-10-05T12:00:00Z,,,SEND_GIF,5,SPENT
    """
  static let roster = """
    runner_id,runner,team,active,graduation_class,reported_at
    1,Ann Low,UA,true,2026,2024-09-01
    2,Bea Marsh,ua,active,2027,2024-09-01
    3,Cy North,NU,1,2025,2024-09-01
    3,Cy North,NU,1,2025,2024-09-08
    2,Bea Marsh,UA,inactive,2027,2024-10-15
    """
  static let rewards = """
    reward_id,season,year,description,point_threshold,display_order,reported_at
    1,xc,2024,Pizza,20,1,2024-09-01
    2,xc,2024,Hoodies,100,2,2024-09-01
    """
}
