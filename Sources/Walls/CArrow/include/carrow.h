#pragma once
/*
 * A C wall around Apache Arrow C++: files in, Arrow C data interface out, and back.
 *
 * Every function returns 0 on success; otherwise *error is a message to be freed with
 * rb_free. Structures handed out are released through their own `release` callbacks.
 */
#include <arrow/c/abi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Reads the description of a mapped Arrow IPC file of one record batch; `size` is the file's
 * length. All its values lie in these bytes, so they may be read after the batch is released: for
 * many small files Arrow's own objects would take more memory than the values.
 */
int rb_ipc_open(const uint8_t *bytes, int64_t size, struct ArrowArray *array,
                struct ArrowSchema *schema, char **error);

/* Receives the bytes read and all bytes, on the caller's thread or on one that it waits for. */
struct rb_watch {
  void (*tell)(void *context, int64_t done, int64_t all);
  void *context;
};

/*
 * Parses a CSV text into record batches whose columns are all of type binary.
 * Records of another width than the header's are left out and counted in *skipped.
 * No line is longer than a block. The text must outlive the stream.
 */
int rb_csv_read(const uint8_t *bytes, int64_t length, char delimiter, int quoted,
                int32_t block_size, int threads, const char *const *columns,
                int64_t column_count, struct rb_watch watch, struct ArrowArrayStream *stream,
                int64_t *skipped, char **error);

/*
 * Finds the cells of CSV records (no header) that need no unquoting. Sets `offsets`, column by
 * column, to the start of each record's cell and, after the last column, to one past each record's
 * end. A column's offsets come `stride` after those of the previous column, with room for length /
 * columns + 2 records; `length` is below 2 GiB.
 * Records of another width are left out and counted; blank lines are no records.
 * Returns the number of records, or -1 for a quote or a carriage return on its own.
 */
int64_t rb_csv_cells(const uint8_t *text, int64_t length, int32_t columns, int64_t stride,
                     int32_t *offsets, int64_t *skipped);

/* Counts a byte in a text. */
int64_t rb_count_byte(const uint8_t *text, int64_t length, uint8_t byte);

/*
 * Reads the batches of an Arrow IPC stream, which are checked; its bytes are copied. Fails if more
 * than `limit` bytes would be unpacked, or a batch claims more rows than such a stream may have.
 */
int rb_ipc_stream(const uint8_t *bytes, int64_t size, int64_t limit,
                  struct ArrowArrayStream *stream, char **error);

/*
 * Reads a Parquet file's columns (all if column_count is negative; if it is 0, the column by which
 * rows are counted) as batches of `batch_rows` rows, each unpacked on request; *rows is the number
 * of all rows. Fails if more than `limit` bytes would be unpacked at a time, kept batches included;
 * if the file claims more rows than its bytes may have or its pages hold another number; if a page
 * does not match its checksum; and if a time of 96 bits is invalid.
 */
int rb_parquet_read(const char *path, int64_t limit, int threads, const char *const *columns,
                    int64_t column_count, int64_t batch_rows, struct ArrowArrayStream *stream,
                    int64_t *rows, char **error);
int rb_parquet_schema(const char *path, int64_t limit, struct ArrowSchema *schema, char **error);

/* Unpacks a whole .gz, .zst or .bz2 file, of at most `limit` bytes unpacked; zeros may follow the
 * last member of .gz and .bz2. *out is freed with rb_free. */
enum rb_codec { RB_PLAIN = 0, RB_GZIP = 1, RB_ZSTD = 2, RB_BZIP2 = 3 };
int rb_decompress(const char *path, enum rb_codec codec, int64_t limit, struct rb_watch watch,
                  uint8_t **out, int64_t *length, char **error);
/* Unpacks zstd frames into `length` bytes of memory, the exact length of their content. */
int rb_unpack_zstd(const uint8_t *packed, int64_t packed_length, uint8_t *out, int64_t length,
                   char **error);
/* Unpacks a member of a zip archive (a raw deflate stream) of exactly `length` unpacked bytes. */
int rb_inflate(const uint8_t *packed, int64_t packed_length, uint8_t *out, int64_t length,
               char **error);
/* Packs bytes as one whole gzip member or zstd frame. *out is freed with rb_free. */
int rb_compress(const uint8_t *bytes, int64_t length, enum rb_codec codec, uint8_t **out,
                int64_t *packed, char **error);

/* The XXH3 checksum of 128 bits of some bytes, in its canonical order, and their number. */
struct rb_sum {
  uint8_t digest[16];
  int64_t length;
};
/* The checksum of bytes that arrive in pieces; each begin needs an end. */
typedef struct rb_running_sum rb_running_sum;
rb_running_sum *rb_running_sum_begin(void);
void rb_running_sum_take(rb_running_sum *sum, const uint8_t *bytes, int64_t length);
struct rb_sum rb_running_sum_value(const rb_running_sum *sum);
void rb_running_sum_end(rb_running_sum *sum);
/* The XXH3 checksum of 64 bits of bytes, begun with a seed. */
uint64_t rb_sum64(const uint8_t *bytes, int64_t length, uint64_t seed);

/* Receives a writer's bytes in order; returns 0 or the system's error number. */
typedef int32_t (*rb_write)(void *context, const uint8_t *bytes, int64_t length);

/* Writes record batches as an Arrow IPC, Parquet or CSV file. */
enum rb_format { RB_IPC = 1, RB_PARQUET = 2, RB_CSV = 3 };
typedef struct rb_writer rb_writer;
int rb_writer_open(rb_write write, void *context, enum rb_format format, enum rb_codec codec,
                   struct ArrowSchema *schema, rb_writer **writer, char **error);
int rb_writer_write(rb_writer *writer, struct ArrowArray *array, char **error);
/* Writes the rest; sets *sum, unless it is NULL, to the checksum of all bytes. */
int rb_writer_close(rb_writer *writer, struct rb_sum *sum, char **error);
void rb_writer_abandon(rb_writer *writer);

/* The Arrow version and the SIMD level it runs on, "26.0.1 (avx512)"; static memory. */
const char *rb_arrow_version(void);
void rb_free(void *memory);

#ifdef __cplusplus
}
#endif
