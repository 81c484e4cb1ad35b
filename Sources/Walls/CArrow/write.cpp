#include <arrow/c/bridge.h>
#include <arrow/csv/api.h>
#include <arrow/io/api.h>
#include <arrow/io/compressed.h>
#include <arrow/ipc/api.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/util/compression.h>
#include <parquet/arrow/writer.h>

#include "include/carrow.h"
#include "summed.h"
#include "wall.h"

using arrow::Status;

struct rb_writer {
  std::unique_ptr<arrow::util::Codec> codec;
  std::shared_ptr<SummedStream> bytes;            // the bytes that are passed on
  std::shared_ptr<arrow::io::OutputStream> file;  // packs its bytes if requested
  std::shared_ptr<arrow::Schema> schema;
  std::shared_ptr<arrow::ipc::RecordBatchWriter> batches;  // Arrow IPC and CSV
  std::unique_ptr<parquet::arrow::FileWriter> parquet;
};

static Status open_writer(rb_writer *writer, enum rb_format format) {
  switch (format) {
    case RB_IPC: {
      ARROW_ASSIGN_OR_RAISE(writer->batches,
                            arrow::ipc::MakeFileWriter(writer->file, writer->schema));
      return Status::OK();
    }
    case RB_CSV: {
      auto options = arrow::csv::WriteOptions::Defaults();
      options.quoting_style = arrow::csv::QuotingStyle::Needed;
      ARROW_ASSIGN_OR_RAISE(writer->batches,
                            arrow::csv::MakeCSVWriter(writer->file, writer->schema, options));
      return Status::OK();
    }
    case RB_PARQUET: {
      auto properties =
          parquet::WriterProperties::Builder().compression(arrow::Compression::ZSTD)->build();
      auto stored = parquet::ArrowWriterProperties::Builder().store_schema()->build();
      ARROW_ASSIGN_OR_RAISE(writer->parquet,
                            parquet::arrow::FileWriter::Open(*writer->schema,
                                                             arrow::default_memory_pool(),
                                                             writer->file, properties, stored));
      return Status::OK();
    }
  }
  return Status::Invalid("unknown file format");
}

int rb_writer_open(rb_write write, void *context, enum rb_format format, enum rb_codec codec,
                   struct ArrowSchema *schema, rb_writer **out, char **error) {
  return rb_guarded(error, [&]() -> Status {
    auto writer = std::make_unique<rb_writer>();
    ARROW_ASSIGN_OR_RAISE(writer->schema, arrow::ImportSchema(schema));
    writer->bytes = std::make_shared<SummedStream>(write, context);
    writer->file = writer->bytes;
    if (codec != RB_PLAIN) {
      ARROW_ASSIGN_OR_RAISE(writer->codec, make_codec(codec));
      ARROW_ASSIGN_OR_RAISE(writer->file, arrow::io::CompressedOutputStream::Make(
                                              writer->codec.get(), writer->file));
    }
    ARROW_RETURN_NOT_OK(open_writer(writer.get(), format));
    *out = writer.release();
    return Status::OK();
  });
}

int rb_writer_write(rb_writer *writer, struct ArrowArray *array, char **error) {
  return rb_guarded(error, [&]() -> Status {
    ARROW_ASSIGN_OR_RAISE(auto batch, arrow::ImportRecordBatch(array, writer->schema));
    if (writer->batches) return writer->batches->WriteRecordBatch(*batch);
    ARROW_ASSIGN_OR_RAISE(auto table, arrow::Table::FromRecordBatches(writer->schema, {batch}));
    return writer->parquet->WriteTable(*table, 1 << 20);
  });
}

int rb_writer_close(rb_writer *writer, struct rb_sum *sum, char **error) {
  int code = rb_guarded(error, [&]() -> Status {
    if (writer->batches) ARROW_RETURN_NOT_OK(writer->batches->Close());
    if (writer->parquet) ARROW_RETURN_NOT_OK(writer->parquet->Close());
    ARROW_RETURN_NOT_OK(writer->file->Close());
    if (sum) *sum = writer->bytes->sum();
    return Status::OK();
  });
  delete writer;
  return code;
}

void rb_writer_abandon(rb_writer *writer) { delete writer; }
