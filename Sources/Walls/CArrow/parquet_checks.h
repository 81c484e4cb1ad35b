#pragma once
// Checks a Parquet file's claims against its bytes, before anything is allocated or read.
#include <arrow/array/data.h>
#include <arrow/array/util.h>
#include <arrow/buffer.h>
#include <arrow/record_batch.h>
#include <arrow/status.h>
#include <parquet/arrow/schema.h>
#include <parquet/column_reader.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

/// The maximum number of rows of a file or stream of `size` bytes: a run of equal values takes few
/// bytes, however long it is, but each row takes memory.
inline int64_t most_rows(int64_t size) {
  return std::max<int64_t>(1 << 24, size > INT64_MAX / 16 ? INT64_MAX : size * 16);
}

inline arrow::Status too_many_rows(int64_t rows, int64_t size) {
  return arrow::Status::Invalid(rows, " rows in ", size, " bytes, more than ", 1 << 24,
                                " and than 16 for each byte");
}

/// Checks the number of rows of the file and of its groups; *out is the number of the groups.
inline arrow::Status check_row_count(const parquet::FileMetaData &footer, int64_t size,
                                     int64_t *out) {
  const int64_t rows = footer.num_rows();
  if (footer.schema()->num_columns() == 0)
    return arrow::Status::Invalid("no column, and a count of ", rows, " rows");
  if (rows > most_rows(size)) return too_many_rows(rows, size);
  int64_t sum = 0;
  for (int g = 0; g < footer.num_row_groups(); g++) {
    const int64_t own = footer.RowGroup(g)->num_rows();
    if (own < 0) return arrow::Status::Invalid("a part of ", own, " rows");
    if (own > most_rows(size) - sum) return too_many_rows(own, size);
    sum += own;
  }
  // Some writers leave the file's own count at 0.
  if (rows != sum && rows != 0)
    return arrow::Status::Invalid("a count of ", rows, " rows, but parts of ", sum);
  *out = sum;
  return arrow::Status::OK();
}

/// Checks the number of values of some columns in each group: one a row, or more in lists.
inline arrow::Status check_value_counts(const parquet::FileMetaData &footer,
                                        const std::vector<int> &leaves) {
  for (int g = 0; g < footer.num_row_groups(); g++) {
    const auto group = footer.RowGroup(g);
    for (int leaf : leaves) {
      const int64_t values = group->ColumnChunk(leaf)->num_values(), rows = group->num_rows();
      const auto *column = footer.schema()->Column(leaf);
      if (column->max_repetition_level() > 0 ? values < rows : values != rows)
        return arrow::Status::Invalid(values, " values of the column ",
                                      column->path()->ToDotString(), " in ", rows, " rows");
    }
  }
  return arrow::Status::OK();
}

/// Adds the leaves of a top-level column, by which a reader counts.
inline void add_leaves(const parquet::arrow::SchemaField &field, std::vector<int> *leaves) {
  if (field.column_index >= 0) leaves->push_back(field.column_index);
  for (const auto &child : field.children) add_leaves(child, leaves);
}

/// The top-level column by which rows are counted: one of single values if there is one.
inline const parquet::arrow::SchemaField &counting(
    const std::vector<parquet::arrow::SchemaField> &fields) {
  for (const auto &field : fields)
    if (field.is_leaf() && field.level_info.rep_level == 0) return field;
  return fields.front();
}

/// Whether a top-level column has a time of 96 bits in each row.
inline bool is_int96(const parquet::FileMetaData &footer,
                     const parquet::arrow::SchemaField &field) {
  if (!field.is_leaf() || field.level_info.rep_level > 0) return false;
  return footer.schema()->Column(field.column_index)->physical_type() == parquet::Type::INT96;
}

/// Whether a time of 96 bits is valid: Arrow multiplies days without a check, and reads day 0 as
/// 1970.
inline bool is_time(const parquet::Int96 &value) {
  const auto decoded = parquet::DecodeInt96Timestamp(value);
  const int64_t day = static_cast<int64_t>(decoded.days_since_epoch);
  // Microseconds of 64 bits reach 106,751,991 days.
  return value.value[2] != 0 && day > -106'000'000 && day < 106'000'000 &&
         decoded.nanoseconds < 86'400'000'000'000u;
}

/// Finds the rows of a column, from 0, whose time of 96 bits is invalid.
inline arrow::Status find_no_times(parquet::ParquetFileReader *file, int leaf,
                                   std::vector<int64_t> *out) {
  const int16_t present = file->metadata()->schema()->Column(leaf)->max_definition_level();
  std::vector<parquet::Int96> values(1024);
  std::vector<int16_t> levels(values.size(), present);
  int64_t first = 0;
  for (int g = 0; g < file->metadata()->num_row_groups(); g++) {
    auto reader = std::static_pointer_cast<parquet::Int96Reader>(file->RowGroup(g)->Column(leaf));
    while (reader->HasNext()) {
      int64_t found = 0, next = 0;
      const int64_t rows = reader->ReadBatch(values.size(), levels.data(), nullptr, values.data(),
                                             &found);
      if (rows == 0) return arrow::Status::Invalid("a page of times without rows");
      for (int64_t row = 0; row < rows && next < found; row++)
        if (levels[row] == present && !is_time(values[next++])) out->push_back(first + row);
      first += rows;
    }
  }
  return arrow::Status::OK();
}

/// The rows of a batch's column whose times are invalid.
struct NoTimes {
  int column, leaf;
  std::vector<int64_t> rows;

  /// Replaces such times by the last moment, which no field accepts; the batch begins at `first`.
  arrow::Status mark(int64_t first, arrow::MemoryPool *pool,
                     std::shared_ptr<arrow::RecordBatch> *batch) const {
    auto next = std::lower_bound(rows.begin(), rows.end(), first);
    if (next == rows.end() || *next >= first + (*batch)->num_rows()) return arrow::Status::OK();
    auto data = (*batch)->column_data(column)->Copy();
    ARROW_ASSIGN_OR_RAISE(auto values,
                          data->buffers[1]->CopySlice(0, data->buffers[1]->size(), pool));
    auto *micros = reinterpret_cast<int64_t *>(const_cast<uint8_t *>(values->data()));
    for (; next != rows.end() && *next < first + data->length; next++)
      micros[data->offset + *next - first] = INT64_MAX;
    data->buffers[1] = std::move(values);
    return (*batch)
        ->SetColumn(column, (*batch)->schema()->field(column), arrow::MakeArray(data))
        .Value(batch);
  }
};
