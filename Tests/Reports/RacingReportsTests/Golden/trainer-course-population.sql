WITH runners AS (
  SELECT CASE WHEN s.race_day >= 20118 THEN 0 WHEN s.race_day >= 20058 THEN 1 END AS band, s.race_day AS race_day, s.race_order AS race_order,
    s.started AS starters, s.outcome = 'non_runner' AS non_runners,
    s.started AND s.position = 1 AS wins, s.bet_sp > 0 AS sp_bets,
    s.tote_profit IS NOT NULL AS tote_bets, s.bet_bsp > 0 AS bsp_bets
  FROM `railbird_starters` AS s
    LEFT JOIN (VALUES ('A. O\'Brien', 'Aidan O\'Brien')) AS alias_trainer(spelling, name) ON alias_trainer.spelling = s.trainer
  WHERE s.race_day <= 20147
    AND s.month <= '2025-02'
    AND ((s.`sp` BETWEEN 2000000 AND 8500000) AND (NOT ((s.`going` LIKE 'Good%') OR (s.`draw` IS NULL))))
),
races AS (
  SELECT band, race_day, race_order, COUNT(*) AS runners,
    COUNT(CASE WHEN starters THEN 1 END) AS starters,
    COUNT(CASE WHEN non_runners THEN 1 END) AS non_runners,
    COUNT(CASE WHEN wins THEN 1 END) AS wins,
    COUNT(CASE WHEN sp_bets THEN 1 END) AS sp_bets,
    COUNT(CASE WHEN tote_bets THEN 1 END) AS tote_bets,
    COUNT(CASE WHEN bsp_bets THEN 1 END) AS bsp_bets
  FROM runners
  GROUP BY band, race_day, race_order
)
SELECT band, COUNT(*) AS races,
  CAST(SUM(runners) AS BIGINT) AS runners,
  CAST(SUM(starters) AS BIGINT) AS starters,
  CAST(SUM(non_runners) AS BIGINT) AS non_runners,
  CAST(SUM(wins) AS BIGINT) AS wins,
  CAST(SUM(sp_bets) AS BIGINT) AS sp_bets,
  CAST(SUM(tote_bets) AS BIGINT) AS tote_bets,
  CAST(SUM(bsp_bets) AS BIGINT) AS bsp_bets
FROM races
GROUP BY band
