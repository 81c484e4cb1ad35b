#pragma once
/*
 * A C wall around simdjson: JSON text in, columns of text out.
 *
 * simdjson finds a text's structure and checks its UTF-8 (its first stage, vectorised); the walk
 * over that structure is ours, so that values go straight into columns, numbers keep their digits
 * and every byte is checked, asked for or not.
 *
 * Every function that can fail returns 0 on success; otherwise *problem says why, and its texts
 * are freed with rb_json_problem_free. Paths are written as `RowPath` documents them.
 */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What keeps a text from being read, as the two halves of a message. */
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

/* A column of a batch; `validity` has a bit per row, or is NULL where every row has a value. */
struct rb_json_column {
  const int32_t *offsets;
  const uint8_t *bytes;
  const uint8_t *validity;
};
struct rb_json_column rb_json_column_at(const rb_json_table *table, int64_t batch, int64_t column);

/* A batch ends behind the row that reaches one of these. */
struct rb_json_limits {
  int64_t rows;
  int64_t bytes;
};

/* Whether a text is a path of rows. */
int rb_json_is_row_path(const char *path, int64_t length);

/* What the values of a member are, wherever rows have one: some of these, added. A container with content
 * is both of the last two. */
enum rb_json_kind {
  RB_JSON_SCALAR = 1,
  RB_JSON_NULL = 2,
  RB_JSON_CONTAINER = 4,
  RB_JSON_CONTENT = 8
};

/* What is found of columns while rows are read: the kinds of each one that is asked for, 0 where no row
 * has it, and the first some thousand others as rb_json_names tells them, but that nobody looks into
 * objects and arrays that are not asked for. */
struct rb_json_met {
  uint8_t *kinds;
  rb_json_table *others;
};

/*
 * Reads columns of the rows at a path, in every document of the text. The text may be freed
 * afterwards. `is_checked` says that the same text was read before, so that what is not asked for
 * need not be looked at again; `met` may be NULL. `lists` has three texts for each list in the rows that
 * is read as an object: its name, the member that names an element, and the one that tells the newest of
 * one name, or an empty text.
 */
int rb_json_read(const uint8_t *text, int64_t length, struct rb_json_texts path,
                 struct rb_json_texts lists, struct rb_json_texts columns,
                 struct rb_json_limits limits, int is_checked, struct rb_json_met *met,
                 rb_json_table **out, struct rb_json_problem *problem);

/* The paths of all members seen in the first `limit` rows, and the kinds of each as a number: two columns
 * of one batch, in order of appearance, the rows' own first; a path may come twice. `seen` takes how many
 * rows there are, or some number from `limit` on. */
int rb_json_names(const uint8_t *text, int64_t length, struct rb_json_texts path,
                  struct rb_json_texts lists, int64_t limit, int64_t *seen, rb_json_table **out,
                  struct rb_json_problem *problem);

/* How many lists on the way to the rows at a path are there, but empty. */
int rb_json_empty_lists(const uint8_t *text, int64_t length, struct rb_json_texts path,
                        int64_t *count, struct rb_json_problem *problem);

/* Hands out the minified text of some rows, given by ascending ordinals from 0. */
int rb_json_rows_text(const uint8_t *text, int64_t length, struct rb_json_texts path,
                      const int64_t *ordinals, int64_t count,
                      void (*take)(void *context, const uint8_t *bytes, int64_t length),
                      void *context, struct rb_json_problem *problem);

/* All paths that lead to rows, best first: columns path, row count, column count. */
int rb_json_row_paths(const uint8_t *text, int64_t length, rb_json_table **out,
                      struct rb_json_problem *problem);

/* Whether members of a name, ASCII without quotes, may be in a text: where it says no there are none,
 * and it says yes also where a text looks like it or letters of it are spelled by code points. */
int rb_json_may_hold(const uint8_t *text, int64_t length, const char *name);

/*
 * Each market in a stream of market changes, a message on each line, as its definitions have it: a
 * value is the newest, by the time of publication, that is not null, and no runner is left out that
 * some definition names; of one time the last line is the newest, and a message without a time has
 * that of the one before. A document for each broken line, `{"runners":[{"broken_line":7}]}`, then
 * one for each market of the wanted types, such as "7/WIN" (event type and market type):
 * `{"WIN":{id, name and winners},"market":{other facts},"runners":[{"WIN":{…}},…]}`. Columns: the
 * document; of a broken line its fault with the place, and its text as far as it is kept, else empty
 * texts; of a market its id and the number of its runners that the last definition does not name:
 * empty where it names all, 0 where no definition names any.
 */
int rb_json_market_definitions(const uint8_t *text, int64_t length, struct rb_json_texts types,
                               rb_json_table **out, struct rb_json_problem *problem);

/*
 * The price changes of the wanted markets in a stream of market changes: a row for each runner that a
 * message changes, with all that is known of it then. Changes before a market's first definition, and
 * broken lines, are left out. *told has two batches: the faults of broken lines with their places (one
 * column), and the wanted markets (two): id, and when it first turned in play, else an empty text.
 */
typedef struct rb_market_ticks rb_market_ticks;
int rb_json_market_ticks(const uint8_t *text, int64_t length, struct rb_json_texts types,
                         rb_market_ticks **out, rb_json_table **told,
                         struct rb_json_problem *problem);
void rb_market_ticks_free(rb_market_ticks *ticks);
int64_t rb_market_ticks_count(const rb_market_ticks *ticks);

/* The columns: prices and money in millionths, times in milliseconds since 1970; the market is its row
 * among those told, the sequence rises through the stream. */
enum rb_tick_column {
  RB_TICK_MARKET,
  RB_TICK_SELECTION,
  RB_TICK_SEQUENCE,
  RB_TICK_PUBLISHED_AT,
  RB_TICK_PRICE,
  RB_TICK_VOLUME,
  RB_TICK_BACK_PRICE,
  RB_TICK_BACK_SIZE,
  RB_TICK_LAY_PRICE,
  RB_TICK_LAY_SIZE,
  RB_TICK_IN_PLAY,
  RB_TICK_COLUMNS
};
/* What stands for no value. */
static const int64_t RB_TICK_NONE = INT64_MIN;
const int64_t *rb_market_ticks_column(const rb_market_ticks *ticks, enum rb_tick_column column);

/* The simdjson version and the instruction set it runs on, "3.0.1 (icelake)"; static memory. */
const char *rb_json_version(void);

#ifdef __cplusplus
}
#endif
