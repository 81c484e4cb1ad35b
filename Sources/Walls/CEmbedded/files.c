#include "cembedded.h"

#include <string.h>

// In Swift a file would be an array of numbers, whose check takes the compiler 0.3 s a kilobyte.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t racing_finishwords_csv[] = {
#embed "../../Trade/Racing/Finishes/FinishWords.csv"
};
static const uint8_t racing_placeterms_csv[] = {
#embed "../../Trade/Racing/PlaceTerms.csv"
};
static const uint8_t rulebooks_au_csv[] = {
#embed "../../Trade/BetSettlement/RuleBooks/au.csv"
};
static const uint8_t rulebooks_exchange_csv[] = {
#embed "../../Trade/BetSettlement/RuleBooks/exchange.csv"
};
static const uint8_t rulebooks_gb_csv[] = {
#embed "../../Trade/BetSettlement/RuleBooks/gb.csv"
};
static const uint8_t rulebooks_ie_csv[] = {
#embed "../../Trade/BetSettlement/RuleBooks/ie.csv"
};
static const uint8_t rulebooks_tote_csv[] = {
#embed "../../Trade/BetSettlement/RuleBooks/tote.csv"
};
static const uint8_t rulebooks_za_csv[] = {
#embed "../../Trade/BetSettlement/RuleBooks/za.csv"
};
static const uint8_t templates_calibration_py[] = {
#embed "../../Output/Notebooks/Templates/calibration.py"
};
static const uint8_t templates_features_py[] = {
#embed "../../Output/Notebooks/Templates/features.py"
};
static const uint8_t templates_figures_py[] = {
#embed "../../Output/Notebooks/Templates/figures.py"
};
static const uint8_t templates_roi_py[] = {
#embed "../../Output/Notebooks/Templates/roi.py"
};
static const uint8_t templates_season_py[] = {
#embed "../../Output/Notebooks/Templates/season.py"
};
static const uint8_t page_card_css[] = {
#embed "../../Output/ReportPages/Page/card.css"
};
static const uint8_t page_head_html[] = {
#embed "../../Output/ReportPages/Page/head.html"
};
static const uint8_t page_question_css[] = {
#embed "../../Output/ReportPages/Page/question.css"
};
static const uint8_t page_question_html[] = {
#embed "../../Output/ReportPages/Page/question.html"
};
static const uint8_t page_question_js[] = {
#embed "../../Output/ReportPages/Page/question.js"
};
static const uint8_t page_report_css[] = {
#embed "../../Output/ReportPages/Page/report.css"
};
static const uint8_t page_report_html[] = {
#embed "../../Output/ReportPages/Page/report.html"
};
static const uint8_t page_report_js[] = {
#embed "../../Output/ReportPages/Page/report.js"
};
static const uint8_t page_season_css[] = {
#embed "../../Output/ReportPages/Page/season.css"
};
static const uint8_t builtin_betable_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/betable.yaml"
};
static const uint8_t builtin_betfair_stream_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/betfair-stream.yaml"
};
static const uint8_t builtin_betfair_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/betfair.yaml"
};
static const uint8_t builtin_chatist_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/chatist.yaml"
};
static const uint8_t builtin_harness_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/harness.yaml"
};
static const uint8_t builtin_hkjc_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/hkjc.yaml"
};
static const uint8_t builtin_points_ledger_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/points-ledger.yaml"
};
static const uint8_t builtin_points_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/points.yaml"
};
static const uint8_t builtin_poni_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/poni.yaml"
};
static const uint8_t builtin_racing_api_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/racing-api.yaml"
};
static const uint8_t builtin_railbird_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/railbird.yaml"
};
static const uint8_t builtin_rpscrape_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/rpscrape.yaml"
};
static const uint8_t builtin_sportsbook_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/sportsbook.yaml"
};
static const uint8_t builtin_atg_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/atg.yaml"
};
static const uint8_t builtin_drf_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/drf.yaml"
};
static const uint8_t builtin_equibase_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/equibase.yaml"
};
static const uint8_t builtin_jrdb_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/jrdb.yaml"
};
static const uint8_t builtin_kra_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/kra.yaml"
};
static const uint8_t builtin_netkeiba_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/netkeiba.yaml"
};
static const uint8_t builtin_pmu_yaml[] = {
#embed "../../Import/Mappings/BuiltIn/pmu.yaml"
};
static const uint8_t matching_coursenames_csv[] = {
#embed "../../Import/RaceMerging/Matching/CourseNames.csv"
};
static const uint8_t explain_fieldnames_csv[] = {
#embed "../../Import/MappingProposals/Explain/FieldNames.csv"
};
static const uint8_t betlogs_betlognames_csv[] = {
#embed "../../Import/MappingProposals/BetLogs/BetLogNames.csv"
};

static const struct {
  const char *name;
  struct rb_embedded file;
} files[] = {
    {"Racing/FinishWords.csv", {racing_finishwords_csv, sizeof racing_finishwords_csv}},
    {"Racing/PlaceTerms.csv", {racing_placeterms_csv, sizeof racing_placeterms_csv}},
    {"RuleBooks/au.csv", {rulebooks_au_csv, sizeof rulebooks_au_csv}},
    {"RuleBooks/exchange.csv", {rulebooks_exchange_csv, sizeof rulebooks_exchange_csv}},
    {"RuleBooks/gb.csv", {rulebooks_gb_csv, sizeof rulebooks_gb_csv}},
    {"RuleBooks/ie.csv", {rulebooks_ie_csv, sizeof rulebooks_ie_csv}},
    {"RuleBooks/tote.csv", {rulebooks_tote_csv, sizeof rulebooks_tote_csv}},
    {"RuleBooks/za.csv", {rulebooks_za_csv, sizeof rulebooks_za_csv}},
    {"Templates/calibration.py", {templates_calibration_py, sizeof templates_calibration_py}},
    {"Templates/features.py", {templates_features_py, sizeof templates_features_py}},
    {"Templates/figures.py", {templates_figures_py, sizeof templates_figures_py}},
    {"Templates/roi.py", {templates_roi_py, sizeof templates_roi_py}},
    {"Templates/season.py", {templates_season_py, sizeof templates_season_py}},
    {"Page/card.css", {page_card_css, sizeof page_card_css}},
    {"Page/head.html", {page_head_html, sizeof page_head_html}},
    {"Page/question.css", {page_question_css, sizeof page_question_css}},
    {"Page/question.html", {page_question_html, sizeof page_question_html}},
    {"Page/question.js", {page_question_js, sizeof page_question_js}},
    {"Page/report.css", {page_report_css, sizeof page_report_css}},
    {"Page/report.html", {page_report_html, sizeof page_report_html}},
    {"Page/report.js", {page_report_js, sizeof page_report_js}},
    {"Page/season.css", {page_season_css, sizeof page_season_css}},
    {"BuiltIn/betable.yaml", {builtin_betable_yaml, sizeof builtin_betable_yaml}},
    {"BuiltIn/betfair-stream.yaml", {builtin_betfair_stream_yaml, sizeof builtin_betfair_stream_yaml}},
    {"BuiltIn/betfair.yaml", {builtin_betfair_yaml, sizeof builtin_betfair_yaml}},
    {"BuiltIn/chatist.yaml", {builtin_chatist_yaml, sizeof builtin_chatist_yaml}},
    {"BuiltIn/harness.yaml", {builtin_harness_yaml, sizeof builtin_harness_yaml}},
    {"BuiltIn/hkjc.yaml", {builtin_hkjc_yaml, sizeof builtin_hkjc_yaml}},
    {"BuiltIn/points-ledger.yaml", {builtin_points_ledger_yaml, sizeof builtin_points_ledger_yaml}},
    {"BuiltIn/points.yaml", {builtin_points_yaml, sizeof builtin_points_yaml}},
    {"BuiltIn/poni.yaml", {builtin_poni_yaml, sizeof builtin_poni_yaml}},
    {"BuiltIn/racing-api.yaml", {builtin_racing_api_yaml, sizeof builtin_racing_api_yaml}},
    {"BuiltIn/railbird.yaml", {builtin_railbird_yaml, sizeof builtin_railbird_yaml}},
    {"BuiltIn/rpscrape.yaml", {builtin_rpscrape_yaml, sizeof builtin_rpscrape_yaml}},
    {"BuiltIn/sportsbook.yaml", {builtin_sportsbook_yaml, sizeof builtin_sportsbook_yaml}},
    {"BuiltIn/pmu.yaml", {builtin_pmu_yaml, sizeof builtin_pmu_yaml}},
    {"BuiltIn/netkeiba.yaml", {builtin_netkeiba_yaml, sizeof builtin_netkeiba_yaml}},
    {"BuiltIn/kra.yaml", {builtin_kra_yaml, sizeof builtin_kra_yaml}},
    {"BuiltIn/jrdb.yaml", {builtin_jrdb_yaml, sizeof builtin_jrdb_yaml}},
    {"BuiltIn/equibase.yaml", {builtin_equibase_yaml, sizeof builtin_equibase_yaml}},
    {"BuiltIn/drf.yaml", {builtin_drf_yaml, sizeof builtin_drf_yaml}},
    {"BuiltIn/atg.yaml", {builtin_atg_yaml, sizeof builtin_atg_yaml}},
    {"Matching/CourseNames.csv", {matching_coursenames_csv, sizeof matching_coursenames_csv}},
    {"Explain/FieldNames.csv", {explain_fieldnames_csv, sizeof explain_fieldnames_csv}},
    {"BetLogs/BetLogNames.csv", {betlogs_betlognames_csv, sizeof betlogs_betlognames_csv}},
};

struct rb_embedded rb_embedded_file(const char *name) {
  for (size_t index = 0; index < sizeof files / sizeof *files; index++)
    if (strcmp(files[index].name, name) == 0) return files[index].file;
  return (struct rb_embedded){NULL, 0};
}
