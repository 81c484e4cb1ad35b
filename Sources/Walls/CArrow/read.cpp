#include <arrow/array/data.h>
#include <arrow/buffer.h>
#include <arrow/c/bridge.h>
#include <arrow/csv/api.h>
#include <arrow/io/api.h>
#include <arrow/ipc/api.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/type.h>
#include <arrow/util/thread_pool.h>
#include <parquet/arrow/reader.h>

#include <atomic>

#include "file_pool.h"
#include "include/carrow.h"
#include "parquet_checks.h"
#include "wall.h"

using arrow::Status;

/// Whether the values of a column, and of its children, are unchanged bytes of the file, at
/// addresses from which words are read.
static bool lies_in(const arrow::Buffer &file, const arrow::ArrayData &data) {
  for (const auto &buffer : data.buffers)
    if (buffer && buffer->size() > 0 &&
        (buffer->data() < file.data() ||
         buffer->data() + buffer->size() > file.data() + file.size() ||
         buffer->address() % sizeof(int64_t) != 0))
      return false;
  for (const auto &child : data.child_data)
    if (!lies_in(file, *child)) return false;
  return !data.dictionary || lies_in(file, *data.dictionary);
}

int rb_ipc_open(const uint8_t *start, int64_t size, struct ArrowArray *array,
                struct ArrowSchema *schema, char **error) {
  return rb_guarded(error, [&]() -> Status {
    // From memory it is opened at once; from a file, a thread pool would read each small piece.
    auto bytes = std::make_shared<arrow::Buffer>(start, size);
    // A packed column, which is refused below, may claim any length.
    auto pool = FilePool::make(size);
    auto options = arrow::ipc::IpcReadOptions::Defaults();
    options.memory_pool = pool.get();
    ARROW_ASSIGN_OR_RAISE(auto reader,
                          arrow::ipc::RecordBatchFileReader::Open(
                              std::make_shared<arrow::io::BufferReader>(bytes), options));
    if (reader->num_record_batches() != 1)
      return Status::Invalid("holds ", reader->num_record_batches(),
                             " record batches; expected one");
    ARROW_ASSIGN_OR_RAISE(auto batch, reader->ReadRecordBatch(0));
    // A damaged description may claim more values than there are bytes; no value is read.
    ARROW_RETURN_NOT_OK(batch->Validate());
    if (batch->num_columns() == 0 && batch->num_rows() > most_rows(size))
      return too_many_rows(batch->num_rows(), size);
    for (const auto &column : batch->column_data())
      if (!lies_in(*bytes, *column)) return Status::Invalid("holds a column that is packed");
    return arrow::ExportRecordBatch(*batch, array, schema);
  });
}

/// Whether a column's values are codes of codes, whose alignment Arrow checks before they exist.
static bool has_codes_of_codes(const arrow::DataType &type, bool inside = false) {
  const bool is_coded = type.id() == arrow::Type::DICTIONARY;
  if (is_coded && inside) return true;
  if (is_coded)
    return has_codes_of_codes(
        *static_cast<const arrow::DictionaryType &>(type).value_type(), true);
  for (const auto &child : type.fields())
    if (has_codes_of_codes(*child->type(), inside)) return true;
  return false;
}

int rb_ipc_stream(const uint8_t *start, int64_t size, int64_t limit,
                  struct ArrowArrayStream *stream, char **error) {
  return rb_guarded(error, [&]() -> Status {
    ARROW_ASSIGN_OR_RAISE(auto bytes, arrow::Buffer(start, size).CopySlice(0, size));
    auto pool = FilePool::make(limit);
    auto options = arrow::ipc::IpcReadOptions::Defaults();
    options.memory_pool = pool.get();
    options.use_threads = false;
    // Other writers place a column at any multiple of eight; a wide decimal needs more.
    options.ensure_alignment = arrow::ipc::Alignment::k64ByteAlignment;
    ARROW_ASSIGN_OR_RAISE(auto reader, arrow::ipc::RecordBatchStreamReader::Open(
                                           std::make_shared<arrow::io::BufferReader>(
                                               std::move(bytes)),
                                           options));
    for (const auto &field : reader->schema()->fields())
      if (has_codes_of_codes(*field->type()))
        return Status::Invalid("codes of codes in the column ", field->name());
    ARROW_ASSIGN_OR_RAISE(auto batches, reader->ToRecordBatches());
    int64_t rows = 0;
    for (const auto &batch : batches) {
      if (batch->num_rows() > most_rows(size) - rows) return too_many_rows(batch->num_rows(), size);
      rows += batch->num_rows();
      // The batches come from another machine: every offset is checked.
      ARROW_RETURN_NOT_OK(batch->ValidateFull());
    }
    ARROW_ASSIGN_OR_RAISE(auto checked, arrow::RecordBatchReader::Make(std::move(batches),
                                                                       reader->schema()));
    return arrow::ExportRecordBatchReader(checked, stream);
  });
}

static arrow::csv::ParseOptions parse_options(char delimiter, bool quoted) {
  auto options = arrow::csv::ParseOptions::Defaults();
  options.delimiter = delimiter;
  options.newlines_in_values = quoted;
  options.quoting = quoted;
  return options;
}

/// Waits until no task of a failed reading still reads the bytes, which Arrow does not own.
static void wait_for_readers() {
  auto files = dynamic_cast<arrow::internal::ThreadPool *>(arrow::io::default_io_context().executor());
  // One pool reads the blocks, the other parses them.
  if (files) files->WaitForIdle();
  arrow::internal::GetCpuThreadPool()->WaitForIdle();
}

int rb_csv_read(const uint8_t *bytes, int64_t length, char delimiter, int quoted,
                int32_t block_size, int threads, const char *const *columns,
                int64_t column_count, struct rb_watch watch, struct ArrowArrayStream *stream,
                int64_t *skipped, char **error) {
  return rb_guarded(error, [&]() -> Status {
    ARROW_RETURN_NOT_OK(arrow::SetCpuThreadPoolCapacity(threads));
    auto input = std::make_shared<arrow::io::BufferReader>(
        std::make_shared<arrow::Buffer>(bytes, length));
    auto read = arrow::csv::ReadOptions::Defaults();
    read.use_threads = threads > 1;
    read.block_size = block_size;
    std::atomic<int64_t> left_out{0};
    auto parse = parse_options(delimiter, quoted != 0);
    parse.invalid_row_handler = [&left_out](const arrow::csv::InvalidRow &) {
      left_out.fetch_add(1);
      return arrow::csv::InvalidRowResult::Skip;
    };
    auto convert = arrow::csv::ConvertOptions::Defaults();
    convert.strings_can_be_null = false;
    for (int64_t i = 0; i < column_count; i++) {
      convert.include_columns.push_back(columns[i]);
      convert.column_types[columns[i]] = arrow::binary();
    }
    auto reader = arrow::csv::StreamingReader::Make(arrow::io::default_io_context(), input, read,
                                                    parse, convert);
    std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
    Status status = reader.status();
    while (status.ok()) {
      std::shared_ptr<arrow::RecordBatch> batch;
      status = (*reader)->ReadNext(&batch);
      if (!status.ok() || !batch) break;
      batches.push_back(std::move(batch));
      watch.tell(watch.context, (*reader)->bytes_read(), length);
    }
    if (!status.ok()) {
      wait_for_readers();
      return status;
    }
    *skipped = left_out.load();
    ARROW_ASSIGN_OR_RAISE(auto all, arrow::RecordBatchReader::Make(std::move(batches),
                                                                   (*reader)->schema()));
    return arrow::ExportRecordBatchReader(all, stream);
  });
}

static arrow::Result<std::unique_ptr<parquet::arrow::FileReader>> open_parquet(
    const char *path, int threads, int64_t batch_rows, arrow::MemoryPool *pool, int64_t *rows) {
  ARROW_ASSIGN_OR_RAISE(auto file, arrow::io::ReadableFile::Open(path, pool));
  parquet::arrow::FileReaderBuilder builder;
  auto checks = parquet::ReaderProperties(pool);
  checks.set_page_checksum_verification(true);
  ARROW_RETURN_NOT_OK(builder.Open(file, checks));
  ARROW_ASSIGN_OR_RAISE(int64_t size, file->GetSize());
  ARROW_RETURN_NOT_OK(check_row_count(*builder.raw_reader()->metadata(), size, rows));
  auto properties = parquet::default_arrow_reader_properties();
  properties.set_use_threads(threads > 1);
  properties.set_batch_size(batch_rows);
  // Nanoseconds, the default, end in 2262.
  properties.set_coerce_int96_timestamp_unit(arrow::TimeUnit::MICRO);
  properties.set_io_context(arrow::io::IOContext(pool));
  builder.properties(properties);
  builder.memory_pool(pool);
  std::unique_ptr<parquet::arrow::FileReader> reader;
  ARROW_RETURN_NOT_OK(builder.Build(&reader));
  return reader;
}

int rb_parquet_schema(const char *path, int64_t limit, struct ArrowSchema *schema, char **error) {
  return rb_guarded(error, [&]() -> Status {
    auto pool = FilePool::make(limit);
    int64_t rows = 0;
    ARROW_ASSIGN_OR_RAISE(auto reader, open_parquet(path, 1, 1, pool.get(), &rows));
    std::shared_ptr<arrow::Schema> found;
    ARROW_RETURN_NOT_OK(reader->GetSchema(&found));
    return arrow::ExportSchema(*found, schema);
  });
}

namespace {
/// Keeps the Parquet reader and its memory alive for as long as its batches are read.
class OwningBatchReader : public arrow::RecordBatchReader {
 public:
  OwningBatchReader(FilePool::Owner pool, std::unique_ptr<parquet::arrow::FileReader> owner,
                    std::shared_ptr<arrow::RecordBatchReader> batches,
                    std::vector<NoTimes> no_times, int64_t rows)
      : pool_(std::move(pool)),
        owner_(std::move(owner)),
        batches_(std::move(batches)),
        no_times_(std::move(no_times)),
        rows_(rows) {}
  std::shared_ptr<arrow::Schema> schema() const override { return batches_->schema(); }
  Status ReadNext(std::shared_ptr<arrow::RecordBatch> *batch) override {
    ARROW_RETURN_NOT_OK(batches_->ReadNext(batch));
    const int64_t own = *batch ? (*batch)->num_rows() : 0;
    // Pages that end early end the rows, without an error.
    if (*batch ? own > rows_ - done_ : done_ != rows_)
      return Status::Invalid("pages that end before the rows that the file counts, or behind them");
    if (*batch)
      for (const auto &none : no_times_) ARROW_RETURN_NOT_OK(none.mark(done_, pool_.get(), batch));
    done_ += own;
    return Status::OK();
  }

 private:
  // The first member, so that it ends last.
  FilePool::Owner pool_;
  std::unique_ptr<parquet::arrow::FileReader> owner_;
  std::shared_ptr<arrow::RecordBatchReader> batches_;
  std::vector<NoTimes> no_times_;
  /// All rows, and those that were read.
  int64_t rows_, done_ = 0;
};
}  // namespace

int rb_parquet_read(const char *path, int64_t limit, int threads, const char *const *columns,
                    int64_t column_count, int64_t batch_rows, struct ArrowArrayStream *stream,
                    int64_t *rows, char **error) {
  return rb_guarded(error, [&]() -> Status {
    ARROW_RETURN_NOT_OK(arrow::SetCpuThreadPoolCapacity(threads));
    auto pool = FilePool::make(limit);
    ARROW_ASSIGN_OR_RAISE(auto reader, open_parquet(path, threads, batch_rows, pool.get(), rows));
    const auto &fields = reader->manifest().schema_fields;
    auto *file = reader->parquet_reader();
    std::vector<int> wanted, groups;
    std::vector<NoTimes> no_times;
    int taken = 0;
    for (const auto &field : fields) {
      bool take = column_count < 0;
      for (int64_t c = 0; c < column_count && !take; c++) take = field.field->name() == columns[c];
      if (!take) continue;
      add_leaves(field, &wanted);
      if (is_int96(*file->metadata(), field)) no_times.push_back({taken, field.column_index, {}});
      taken++;
    }
    // Given no columns, Arrow would make up as many rows as the file claims.
    if (wanted.empty()) add_leaves(counting(fields), &wanted);
    ARROW_RETURN_NOT_OK(check_value_counts(*file->metadata(), wanted));
    for (auto &none : no_times)
      ARROW_RETURN_NOT_OK(find_no_times(file, none.leaf, &none.rows));
    for (int g = 0; g < reader->num_row_groups(); g++) groups.push_back(g);
    ARROW_ASSIGN_OR_RAISE(auto batches, reader->GetRecordBatchReader(groups, wanted));
    auto owning = std::make_shared<OwningBatchReader>(std::move(pool), std::move(reader),
                                                      std::move(batches), std::move(no_times),
                                                      *rows);
    return arrow::ExportRecordBatchReader(owning, stream);
  });
}
