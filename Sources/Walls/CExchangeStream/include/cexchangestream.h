#pragma once
/*
 * A betting exchange's stream of market changes: JSON text in, columns out.
 *
 * Walks over the text with the cursor of `CSimdJSON`, whose tables and problems it returns.
 */
#include "csimdjson.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Each market in a stream of market changes, a message on each line, merged from its definitions:
 * each value is the newest one that is not null, by the time of publication, and every runner that
 * some definition names is included; of one time the last line is the newest, and a message without
 * a time has the time of the one before. A document for each broken line,
 * `{"runners":[{"broken_line":7}]}`, then one for each market of the wanted types, such as "7/WIN"
 * (event type and market type):
 * `{"WIN":{id, name and winners},"market":{other facts},"runners":[{"WIN":{…}},…]}`.
 * Columns: the document; of a broken line its fault with the place, and its text as far as it is
 * kept, otherwise empty texts; of a market its id and the number of its runners that the last
 * definition does not name: empty if it names all, 0 if no definition names any.
 */
int rb_json_market_definitions(const uint8_t *text, int64_t length, struct rb_json_texts types,
                               rb_json_table **out, struct rb_json_problem *problem);

/*
 * The price changes of the wanted markets in a stream of market changes: a row for each runner that
 * a message changes, with its whole state after that message. Changes before a market's first
 * definition, and broken lines, are left out. *notes has two batches: the faults of broken lines
 * with their places (one column), and the wanted markets (two): id, and when it first turned in
 * play, otherwise an empty text.
 */
typedef struct rb_market_ticks rb_market_ticks;
int rb_json_market_ticks(const uint8_t *text, int64_t length, struct rb_json_texts types,
                         rb_market_ticks **out, rb_json_table **notes,
                         struct rb_json_problem *problem);
void rb_market_ticks_free(rb_market_ticks *ticks);
int64_t rb_market_ticks_count(const rb_market_ticks *ticks);

/* The columns: prices and money in millionths, times in milliseconds since 1970; the market is its
 * row in the second batch of *notes, the sequence rises through the stream. */
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
/* The mark of a missing value. */
static const int64_t RB_TICK_NONE = INT64_MIN;
const int64_t *rb_market_ticks_column(const rb_market_ticks *ticks, enum rb_tick_column column);

#ifdef __cplusplus
}
#endif
