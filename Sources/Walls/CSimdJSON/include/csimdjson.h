#pragma once
/*
 * A C wall around simdjson: JSON text in, columns of text out.
 *
 * simdjson finds a text's structure and checks its UTF-8 (its first stage, vectorised); the walk
 * over that structure is ours, so that values go straight into columns, numbers keep their digits
 * and every byte is checked, requested or not.
 *
 * Every function that can fail returns 0 on success; otherwise *problem says why, and its texts
 * are freed with rb_json_problem_free. Paths are written as `RowPath` documents them. Other walls
 * that read JSON include the C++ headers beside this folder.
 */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The reason why a text cannot be read, as the two halves of a message. */
struct rb_json_problem {
  char *found;
  char *expected;
};
void rb_json_problem_free(struct rb_json_problem *problem);

/* Some texts: `count + 1` offsets into their bytes. */
struct rb_json_texts {
  const int32_t *offsets;
  const uint8_t *bytes;
  int64_t count;
};

/* Batches of rows; a batch's columns are all text. */
typedef struct rb_json_table rb_json_table;
void rb_json_table_free(rb_json_table *table);
int64_t rb_json_batch_count(const rb_json_table *table);
int64_t rb_json_row_count(const rb_json_table *table, int64_t batch);

/* A column of a batch; `validity` has a bit per row, or is NULL if every row has a value. */
struct rb_json_column {
  const int32_t *offsets;
  const uint8_t *bytes;
  const uint8_t *validity;
};
struct rb_json_column rb_json_column_at(const rb_json_table *table, int64_t batch, int64_t column);

/* A batch ends after the row that reaches one of these. */
struct rb_json_limits {
  int64_t rows;
  int64_t bytes;
};

/* Whether a text is a path of rows. */
int rb_json_is_row_path(const char *path, int64_t length);

/* The kinds of a member's values over all rows that have one, added up. A container with content
 * has both of the last two. */
enum rb_json_kind {
  RB_JSON_SCALAR = 1,
  RB_JSON_NULL = 2,
  RB_JSON_CONTAINER = 4,
  RB_JSON_CONTENT = 8
};

/* The kinds that are found while rows are read: of each requested column, 0 if no row has it, and
 * of the first few thousand other members in the form of rb_json_names; but objects and arrays that
 * are not requested are not searched. */
struct rb_json_met {
  uint8_t *kinds;
  rb_json_table *others;
};

/*
 * Reads columns of the rows at a path, in every document of the text. The text may be freed
 * afterwards. `is_checked` says that the same text was read before, so that unrequested parts need
 * no second check; `met` may be NULL. `lists` has three texts for each list in the rows that is
 * read as an object: its name, the member that names an element, and the one that marks the newest
 * of one name, or an empty text.
 */
int rb_json_read(const uint8_t *text, int64_t length, struct rb_json_texts path,
                 struct rb_json_texts lists, struct rb_json_texts columns,
                 struct rb_json_limits limits, int is_checked, struct rb_json_met *met,
                 rb_json_table **out, struct rb_json_problem *problem);

/* The paths of all members seen in the first `limit` rows, and the kinds of each as a number: two
 * columns of one batch, in order of appearance, the rows' own first; a path may come twice. `seen`
 * receives the number of rows, which is not exact from `limit` on. */
int rb_json_names(const uint8_t *text, int64_t length, struct rb_json_texts path,
                  struct rb_json_texts lists, int64_t limit, int64_t *seen, rb_json_table **out,
                  struct rb_json_problem *problem);

/* The number of lists on the way to the rows at a path that exist but are empty. */
int rb_json_empty_lists(const uint8_t *text, int64_t length, struct rb_json_texts path,
                        int64_t *count, struct rb_json_problem *problem);

/* Passes the minified text of some rows, given by ascending ordinals from 0, to `take`. */
int rb_json_rows_text(const uint8_t *text, int64_t length, struct rb_json_texts path,
                      const int64_t *ordinals, int64_t count,
                      void (*take)(void *context, const uint8_t *bytes, int64_t length),
                      void *context, struct rb_json_problem *problem);

/* All paths that lead to rows, best first: columns path, row count, column count. */
int rb_json_row_paths(const uint8_t *text, int64_t length, rb_json_table **out,
                      struct rb_json_problem *problem);

/* Whether members of a name, ASCII without quotes, may be in a text: no is certain; yes is also the
 * answer if a text looks like the name, or letters of it are written as code points. */
int rb_json_may_hold(const uint8_t *text, int64_t length, const char *name);

/* The length of a text's beginning that is ASCII: all of it, or a multiple of 4096. */
int64_t rb_ascii_length(const uint8_t *text, int64_t length);

/* Whether a text, from the begin of a character on, is UTF-8. */
int rb_is_utf8(const uint8_t *text, int64_t length);

/* The simdjson version and the instruction set it runs on, "3.0.1 (icelake)"; static memory. */
const char *rb_json_version(void);

#ifdef __cplusplus
}
#endif
