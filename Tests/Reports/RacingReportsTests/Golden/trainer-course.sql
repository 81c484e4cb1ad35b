WITH counted AS (
  SELECT COALESCE(alias_trainer.name, s.trainer) AS key_0,
    s.`course` AS key_1,
    CASE WHEN s.race_day >= 20118 THEN 0 WHEN s.race_day >= 20058 THEN 1 END AS band,
    s.race_day AS race_day,
    s.race_order AS race_order,
    s.runner_order AS runner_order,
    COALESCE(s.position = 1, FALSE) AS won,
    s.placed_us_place AS placed,
    s.form AS form,
    s.prb AS prb,
    weights.weight AS weight,
    s.bet_sp AS bet_sp,
    s.bet_bsp AS bet_bsp,
    s.probability_multiplicative AS probability,
    CASE WHEN s.bet_sp > 0 THEN s.win_share ELSE 0 END AS win_share,
    s.sp_profit AS sp_profit,
    s.tote_profit AS tote_profit,
    s.bsp_profit AS bsp_profit
  FROM `railbird_starters` AS s
    LEFT JOIN (VALUES ('A. O\'Brien', 'Aidan O\'Brien')) AS alias_trainer(spelling, name) ON alias_trainer.spelling = s.trainer LEFT JOIN (VALUES (1, 977159968), (2, 954841604), (3, 933032992), (4, 911722489), (5, 890898718), (6, 870550563), (7, 850667161), (8, 831237896), (9, 812252396), (10, 793700526), (11, 775572381), (12, 757858283), (13, 740548776), (14, 723634619), (15, 707106781), (16, 690956440), (17, 675174973), (18, 659753955), (19, 644685154), (20, 629960525), (21, 615572207), (22, 601512518), (23, 587773953), (24, 574349177), (25, 561231024), (26, 548412490), (27, 535886731), (28, 523647061), (29, 511686946), (30, 500000000), (31, 488579984), (32, 477420802), (33, 466516496), (34, 455861244), (35, 445449359), (36, 435275282), (37, 425333580), (38, 415618948), (39, 406126198), (40, 396850263), (41, 387786190), (42, 378929142), (43, 370274388), (44, 361817309), (45, 353553391), (46, 345478220), (47, 337587487), (48, 329876978), (49, 322342577), (50, 314980262), (51, 307786103), (52, 300756259), (53, 293886977), (54, 287174589), (55, 280615512), (56, 274206245), (57, 267943366), (58, 261823531), (59, 255843473), (60, 250000000), (61, 244289992), (62, 238710401), (63, 233258248), (64, 227930622), (65, 222724680), (66, 217637641), (67, 212666790), (68, 207809474), (69, 203063099), (70, 198425131), (71, 193893095), (72, 189464571), (73, 185137194), (74, 180908655), (75, 176776695), (76, 172739110), (77, 168793743), (78, 164938489), (79, 161171289), (80, 157490131), (81, 153893052), (82, 150378130), (83, 146943488), (84, 143587294), (85, 140307756), (86, 137103122), (87, 133971683), (88, 130911765), (89, 127921736), (90, 125000000), (91, 122144996), (92, 119355200), (93, 116629124), (94, 113965311), (95, 111362340), (96, 108818820), (97, 106333395), (98, 103904737), (99, 101531550), (100, 99212566), (101, 96946548), (102, 94732285), (103, 92568597), (104, 90454327), (105, 88388348), (106, 86369555), (107, 84396872), (108, 82469244), (109, 80585644), (110, 78745066), (111, 76946526), (112, 75189065), (113, 73471744), (114, 71793647), (115, 70153878), (116, 68551561), (117, 66985841), (118, 65455883), (119, 63960868), (120, 62500000), (121, 61072498), (122, 59677600), (123, 58314562), (124, 56982656), (125, 55681170), (126, 54409410), (127, 53166698), (128, 51952369), (129, 50765775), (130, 49606283), (131, 48473274), (132, 47366143), (133, 46284299), (134, 45227164), (135, 44194174), (136, 43184777), (137, 42198436), (138, 41234622), (139, 40292822), (140, 39372533), (141, 38473263), (142, 37594532), (143, 36735872), (144, 35896824), (145, 35076939), (146, 34275781), (147, 33492921), (148, 32727941), (149, 31980434), (150, 31250000), (151, 30536249), (152, 29838800), (153, 29157281), (154, 28491328), (155, 27840585), (156, 27204705), (157, 26583349), (158, 25976184), (159, 25382887), (160, 24803141), (161, 24236637), (162, 23683071), (163, 23142149), (164, 22613582), (165, 22097087), (166, 21592389), (167, 21099218), (168, 20617311), (169, 20146411), (170, 19686266), (171, 19236631), (172, 18797266), (173, 18367936), (174, 17948412), (175, 17538470), (176, 17137890), (177, 16746460), (178, 16363971), (179, 15990217), (180, 15625000), (181, 15268125), (182, 14919400), (183, 14578640), (184, 14245664), (185, 13920292), (186, 13602353), (187, 13291674), (188, 12988092), (189, 12691444), (190, 12401571), (191, 12118318), (192, 11841536), (193, 11571075), (194, 11306791), (195, 11048543), (196, 10796194), (197, 10549609), (198, 10308656), (199, 10073206), (200, 9843133), (201, 9618316), (202, 9398633), (203, 9183968), (204, 8974206), (205, 8769235), (206, 8568945), (207, 8373230), (208, 8181985), (209, 7995109), (210, 7812500), (211, 7634062), (212, 7459700), (213, 7289320), (214, 7122832), (215, 6960146), (216, 6801176), (217, 6645837), (218, 6494046), (219, 6345722), (220, 6200785), (221, 6059159), (222, 5920768), (223, 5785537), (224, 5653395), (225, 5524272), (226, 5398097), (227, 5274804), (228, 5154328), (229, 5036603), (230, 4921567), (231, 4809158), (232, 4699317), (233, 4591984), (234, 4487103), (235, 4384617), (236, 4284473), (237, 4186615), (238, 4090993), (239, 3997554), (240, 3906250), (241, 3817031), (242, 3729850), (243, 3644660), (244, 3561416), (245, 3480073), (246, 3400588), (247, 3322919), (248, 3247023), (249, 3172861), (250, 3100393), (251, 3029580), (252, 2960384), (253, 2892769), (254, 2826698), (255, 2762136), (256, 2699049), (257, 2637402), (258, 2577164), (259, 2518301), (260, 2460783), (261, 2404579), (262, 2349658), (263, 2295992), (264, 2243551), (265, 2192309), (266, 2142236), (267, 2093308), (268, 2045496), (269, 1998777), (270, 1953125), (271, 1908516), (272, 1864925), (273, 1822330), (274, 1780708), (275, 1740037), (276, 1700294), (277, 1661459), (278, 1623512), (279, 1586430), (280, 1550196), (281, 1514790), (282, 1480192), (283, 1446384), (284, 1413349), (285, 1381068), (286, 1349524), (287, 1318701), (288, 1288582), (289, 1259151), (290, 1230392), (291, 1202289), (292, 1174829), (293, 1147996), (294, 1121776), (295, 1096154), (296, 1071118), (297, 1046654), (298, 1022748), (299, 999389), (300, 976562), (301, 954258), (302, 932463), (303, 911165), (304, 890354), (305, 870018), (306, 850147), (307, 830730), (308, 811756), (309, 793215), (310, 775098), (311, 757395), (312, 740096), (313, 723192), (314, 706674), (315, 690534), (316, 674762), (317, 659351), (318, 644291), (319, 629575), (320, 615196), (321, 601145), (322, 587415), (323, 573998), (324, 560888), (325, 548077), (326, 535559), (327, 523327), (328, 511374), (329, 499694), (330, 488281), (331, 477129), (332, 466231), (333, 455583), (334, 445177), (335, 435009), (336, 425074), (337, 415365), (338, 405878), (339, 396608), (340, 387549), (341, 378697), (342, 370048), (343, 361596), (344, 353337), (345, 345267), (346, 337381), (347, 329675), (348, 322145), (349, 314788), (350, 307598), (351, 300572), (352, 293707), (353, 286999), (354, 280444), (355, 274039), (356, 267780), (357, 261663), (358, 255687), (359, 249847), (360, 244141), (361, 238564), (362, 233116), (363, 227791), (364, 222588), (365, 217505)) AS weights(age, weight)
    ON weights.age = 20148 - s.race_day
  WHERE s.started
    AND s.race_day >= 20058
    AND s.month >= '2024-12'
    AND s.race_day <= 20147
    AND s.month <= '2025-02'
    AND ((s.`sp` BETWEEN 2000000 AND 8500000) AND (NOT ((s.`going` LIKE 'Good%') OR (s.`draw` IS NULL))))
),
numbered AS (
  SELECT counted.*,
    ROW_NUMBER() OVER (PARTITION BY key_0, key_1, band ORDER BY race_day, race_order, runner_order) AS run,
    COUNT(*) OVER (PARTITION BY key_0, key_1, band) AS last_run,
    SUM(COALESCE(sp_profit, 0)) OVER (PARTITION BY key_0, key_1, band ORDER BY race_day, race_order, runner_order ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS profit_so_far,
    ROW_NUMBER() OVER (PARTITION BY key_0, key_1, band, race_day, race_order ORDER BY runner_order) AS place_in_race,
    SUM(sp_profit) OVER (PARTITION BY key_0, key_1, band, race_day, race_order) AS race_sp_profit,
    COUNT(sp_profit) OVER (PARTITION BY key_0, key_1, band, race_day, race_order) AS race_sp_profit_bets,
    SUM(tote_profit) OVER (PARTITION BY key_0, key_1, band, race_day, race_order) AS race_tote_profit,
    COUNT(tote_profit) OVER (PARTITION BY key_0, key_1, band, race_day, race_order) AS race_tote_profit_bets,
    SUM(bsp_profit) OVER (PARTITION BY key_0, key_1, band, race_day, race_order) AS race_bsp_profit,
    COUNT(bsp_profit) OVER (PARTITION BY key_0, key_1, band, race_day, race_order) AS race_bsp_profit_bets
  FROM counted
  WHERE key_0 IS NOT NULL AND key_1 IS NOT NULL
),
traced AS (
  SELECT numbered.*,
    GREATEST(MAX(profit_so_far) OVER (PARTITION BY key_0, key_1, band ORDER BY race_day, race_order, runner_order ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), 0) AS peak_so_far,
    MAX(CASE WHEN won THEN run END) OVER (PARTITION BY key_0, key_1, band ORDER BY race_day, race_order, runner_order ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS last_win,
    CASE WHEN place_in_race = 1 THEN race_sp_profit END AS net_sp_profit,
    CASE WHEN place_in_race = 1 THEN race_sp_profit_bets END AS net_sp_profit_bets,
    CASE WHEN place_in_race = 1 THEN race_tote_profit END AS net_tote_profit,
    CASE WHEN place_in_race = 1 THEN race_tote_profit_bets END AS net_tote_profit_bets,
    CASE WHEN place_in_race = 1 THEN race_bsp_profit END AS net_bsp_profit,
    CASE WHEN place_in_race = 1 THEN race_bsp_profit_bets END AS net_bsp_profit_bets
  FROM numbered
)
SELECT key_0, key_1, band,
  COUNT(*) AS runs,
  COUNT(CASE WHEN won THEN 1 END) AS wins,
  COUNT(CASE WHEN placed THEN 1 END) AS places,
  COUNT(placed) AS place_runs,
  CAST(COALESCE(SUM(probability), 0) AS BIGINT) AS expected_wins,
  CAST(COALESCE(SUM(CASE WHEN won THEN win_share END), 0) AS BIGINT) AS win_shares,
  CAST(COALESCE(SUM(prb), 0) AS BIGINT) AS prb,
  COUNT(prb) AS prb_runs,
  CAST(COALESCE(SUM(weight % 32768 * prb), 0) AS BIGINT) AS form_low,
  CAST(COALESCE(SUM(weight div 32768 * prb), 0) AS BIGINT) AS form_high,
  CAST(COALESCE(SUM(CASE WHEN prb IS NOT NULL THEN weight END), 0) AS BIGINT) AS form_weight,
  CAST(COALESCE(SUM(bet_sp), 0) AS BIGINT) AS sp_odds,
  CAST(COALESCE(SUM((bet_sp div 10000) * (bet_sp div 10000)), 0) AS BIGINT) AS sp_odds_squares,
  CAST(COALESCE(SUM(bet_bsp), 0) AS BIGINT) AS bsp_odds,
  CAST(COALESCE(SUM((bet_bsp div 10000) * (bet_bsp div 10000)), 0) AS BIGINT) AS bsp_odds_squares,
  CAST(COALESCE(SUM(sp_profit), 0) AS BIGINT) AS last_profit,
  CAST(GREATEST(MAX(profit_so_far), 0) AS BIGINT) AS peak,
  CAST(LEAST(MIN(profit_so_far), 0) AS BIGINT) AS trough,
  CAST(GREATEST(MAX(peak_so_far - profit_so_far), 0) AS BIGINT) AS fall,
  COUNT(sp_profit) AS priced_runs,
  CAST(GREATEST(MAX(run - COALESCE(last_win, 0)), 0) AS BIGINT) AS longest,
  CAST(COUNT(*) - COALESCE(MAX(last_win), 0) AS BIGINT) AS current_run,
  CAST(COALESCE(MIN(CASE WHEN won THEN run END) - 1, COUNT(*)) AS BIGINT) AS leading_run,
  CAST(COALESCE(SUM(CASE last_run - run WHEN 0 THEN form * 1 WHEN 1 THEN form * 256 WHEN 2 THEN form * 65536 WHEN 3 THEN form * 16777216 WHEN 4 THEN form * 4294967296 WHEN 5 THEN form * 1099511627776 END), 0) AS BIGINT) AS form_text,
  CAST(MAX(race_day) AS BIGINT) AS last_day,
  COUNT(sp_profit) AS sp_bets,
  CAST(COALESCE(SUM(net_sp_profit), 0) AS BIGINT) AS sp_profit,
  COUNT(CASE WHEN net_sp_profit = -1000000 THEN 1 END) AS sp_losses,
  CAST(SUM(CASE WHEN net_sp_profit <> -1000000 THEN CAST(net_sp_profit AS DECIMAL(20,0)) * CAST(net_sp_profit AS DECIMAL(18,0)) END) AS STRING) AS sp_squares,
  CAST(COALESCE(SUM(net_sp_profit * net_sp_profit_bets), 0) AS BIGINT) AS sp_products,
  CAST(COALESCE(SUM(net_sp_profit_bets * net_sp_profit_bets), 0) AS BIGINT) AS sp_bet_squares,
  COUNT(tote_profit) AS tote_bets,
  CAST(COALESCE(SUM(net_tote_profit), 0) AS BIGINT) AS tote_profit,
  COUNT(CASE WHEN net_tote_profit = -1000000 THEN 1 END) AS tote_losses,
  CAST(SUM(CASE WHEN net_tote_profit <> -1000000 THEN CAST(net_tote_profit AS DECIMAL(20,0)) * CAST(net_tote_profit AS DECIMAL(18,0)) END) AS STRING) AS tote_squares,
  CAST(COALESCE(SUM(net_tote_profit * net_tote_profit_bets), 0) AS BIGINT) AS tote_products,
  CAST(COALESCE(SUM(net_tote_profit_bets * net_tote_profit_bets), 0) AS BIGINT) AS tote_bet_squares,
  COUNT(bsp_profit) AS bsp_bets,
  CAST(COALESCE(SUM(net_bsp_profit), 0) AS BIGINT) AS bsp_profit,
  COUNT(CASE WHEN net_bsp_profit = -1000000 THEN 1 END) AS bsp_losses,
  CAST(SUM(CASE WHEN net_bsp_profit <> -1000000 THEN CAST(net_bsp_profit AS DECIMAL(20,0)) * CAST(net_bsp_profit AS DECIMAL(18,0)) END) AS STRING) AS bsp_squares,
  CAST(COALESCE(SUM(net_bsp_profit * net_bsp_profit_bets), 0) AS BIGINT) AS bsp_products,
  CAST(COALESCE(SUM(net_bsp_profit_bets * net_bsp_profit_bets), 0) AS BIGINT) AS bsp_bet_squares
FROM traced
GROUP BY key_0, key_1, band
