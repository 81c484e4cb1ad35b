// The parts of the wall that read no text.
#include <simdjson.h>

#include <algorithm>

#include "path.h"
#include "problem.h"
#include "text_column.h"

namespace rb {

static int64_t line(const uint8_t *text, const uint8_t *place) {
  return std::count(text, place, '\n') + 1;
}

std::string where(const uint8_t *text, const Malformed &malformed) {
  const uint8_t *place = malformed.place;
  int64_t own = line(text, place), first = malformed.document ? line(text, malformed.document) : own;
  std::string begins =
      first == own ? "" : ", of the document that begins in line " + std::to_string(first);
  return " in line " + std::to_string(own) + " (byte " + std::to_string(place - text + 1) + ")" +
         begins;
}

}  // namespace rb

void rb_json_problem_free(struct rb_json_problem *problem) {
  free(problem->found);
  free(problem->expected);
}

void rb_json_table_free(rb_json_table *table) { delete table; }

int64_t rb_json_batch_count(const rb_json_table *table) { return table->batches.size(); }

int64_t rb_json_row_count(const rb_json_table *table, int64_t batch) {
  return table->batches[batch].rows;
}

struct rb_json_column rb_json_column_at(const rb_json_table *table, int64_t batch,
                                        int64_t column) {
  auto &found = table->batches[batch].columns[column];
  return found.is_empty() ? table->nulls() : found.view();
}

int rb_json_is_row_path(const char *path, int64_t length) {
  std::vector<rb::Step> steps;
  return rb::parse_rows({path, static_cast<size_t>(length)}, steps);
}

const char *rb_json_version(void) {
  static const std::string text = std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + "." +
                                  std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + "." +
                                  std::to_string(simdjson::SIMDJSON_VERSION_REVISION) + " (" +
                                  simdjson::get_active_implementation()->name() + ")";
  return text.c_str();
}
