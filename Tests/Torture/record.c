// Records what a process that has this library preloaded (LD_PRELOAD) does to the files below a
// folder: a line per call, tab-separated, the bytes of a write after its line.
//
//   RECORD_FOLDER  calls below this folder are recorded, by the path that is given or open
//   RECORD_LOG     the record, which is appended to
//   RECORD_DROP    `files` or `folders`: their syncs do nothing, succeed, and are not recorded
//
// A call and its record are made under one lock, so the order of the records is the order of the
// calls. Files and folders are named by their inode numbers, which a later file may get again.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *folder, *dropped;
static int record_file = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("RECORD_LOG");
  folder = getenv("RECORD_FOLDER");
  dropped = getenv("RECORD_DROP");
  if (!folder || !path) return;
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  // Out of the way of the process's own files.
  record_file = fcntl(file, F_DUPFD_CLOEXEC, 900);
  syscall(SYS_close, file);
}

static int is_below(const char *path) {
  size_t length = folder ? strlen(folder) : 0;
  return record_file >= 0 && path && !strncmp(path, folder, length) &&
         (path[length] == '/' || path[length] == 0);
}

static int is_open_below(int file) {
  char link[64], path[4096];
  if (record_file < 0) return 0;
  int kept = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = kept;
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static unsigned long inode_of(int file) {
  struct stat status;
  return fstat(file, &status) ? 0 : (unsigned long)status.st_ino;
}

static unsigned long inode_at(const char *path) {
  struct stat status;
  return lstat(path, &status) ? 0 : (unsigned long)status.st_ino;
}

static void put(const void *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    long written = syscall(SYS_write, record_file, (const char *)bytes + done, count - done);
    if (written <= 0) _exit(98);
    done += (size_t)written;
  }
}

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...) {
  char line[8400];
  va_list rest;
  va_start(rest, format);
  int length = vsnprintf(line, sizeof line, format, rest);
  va_end(rest);
  put(line, (size_t)length);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// Makes a call, and its record where it succeeded, under the lock.
#define RECORDED(type, is_meant, call, ...)  \
  do {                                       \
    if (!(is_meant)) return call;            \
    pthread_mutex_lock(&lock);               \
    type result = call;                      \
    int code = errno;                        \
    if (result >= 0) {                       \
      __VA_ARGS__;                           \
    }                                        \
    pthread_mutex_unlock(&lock);             \
    errno = code;                            \
    return result;                           \
  } while (0)

#define OPEN(name)                                                                           \
  int name(const char *path, int flags, ...) {                                               \
    va_list rest;                                                                            \
    va_start(rest, flags);                                                                   \
    mode_t mode = va_arg(rest, mode_t);                                                      \
    va_end(rest);                                                                            \
    if (!is_below(path) || !(flags & (O_CREAT | O_TRUNC))) return NEXT(name)(path, flags, mode); \
    pthread_mutex_lock(&lock);                                                               \
    int was_there = inode_at(path) != 0;                                                     \
    int file = NEXT(name)(path, flags, mode), code = errno;                                  \
    if (file >= 0 && !was_there) {                                                           \
      note("create\t%lu\t%s\n", inode_of(file), path);                                       \
    } else if (file >= 0 && flags & O_TRUNC) {                                               \
      note("truncate\t%lu\t0\n", inode_of(file));                                            \
    }                                                                                        \
    pthread_mutex_unlock(&lock);                                                             \
    errno = code;                                                                            \
    return file;                                                                             \
  }
OPEN(open)
OPEN(open64)

#define MADE note("mkdir\t%lu\t%s\n", inode_at(path), path)
int mkdir(const char *path, mode_t mode) { RECORDED(int, is_below(path), NEXT(mkdir)(path, mode), MADE); }
int unlink(const char *path) {
  RECORDED(int, is_below(path), NEXT(unlink)(path), note("unlink\t%s\n", path));
}
int rmdir(const char *path) {
  RECORDED(int, is_below(path), NEXT(rmdir)(path), note("unlink\t%s\n", path));
}
int rename(const char *from, const char *to) {
  RECORDED(int, is_below(to), NEXT(rename)(from, to), note("rename\t%s\t%s\n", from, to));
}
int link(const char *from, const char *to) {
  RECORDED(
      int, is_below(to), NEXT(link)(from, to), note("link\t%lu\t%s\t%s\n", inode_at(to), from, to));
}

static void note_write(int file, off_t at, ssize_t count) {
  note("write\t%lu\t%lld\t%zd\n", inode_of(file), (long long)at, count);
}

// The place of the next write without one of its own.
static off_t place(int file) {
  if (fcntl(file, F_GETFL) & O_APPEND) return lseek(file, 0, SEEK_END);
  return lseek(file, 0, SEEK_CUR);
}

#define IS_STANDARD(file) ((file) >= 0 && (file) <= 2)

ssize_t write(int file, const void *bytes, size_t count) {
  if (IS_STANDARD(file) || !is_open_below(file)) return NEXT(write)(file, bytes, count);
  off_t at = place(file);
  RECORDED(ssize_t, 1, NEXT(write)(file, bytes, count), {
    note_write(file, at, result);
    put(bytes, (size_t)result);
  });
}
ssize_t writev(int file, const struct iovec *parts, int count) {
  if (IS_STANDARD(file) || !is_open_below(file)) return NEXT(writev)(file, parts, count);
  off_t at = place(file);
  RECORDED(ssize_t, 1, NEXT(writev)(file, parts, count), {
    note_write(file, at, result);
    size_t left = (size_t)result;
    for (int i = 0; i < count && left; i++) {
      size_t next = parts[i].iov_len < left ? parts[i].iov_len : left;
      put(parts[i].iov_base, next);
      left -= next;
    }
  });
}
#define PWRITE(name, offset)                                                        \
  ssize_t name(int file, const void *bytes, size_t count, offset at) {              \
    RECORDED(ssize_t, is_open_below(file), NEXT(name)(file, bytes, count, at), {    \
      note_write(file, (off_t)at, result);                                          \
      put(bytes, (size_t)result);                                                   \
    });                                                                             \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

// The bytes are read back from where they were put.
ssize_t sendfile(int out, int in, off_t *from, size_t count) {
  if (!is_open_below(out)) return NEXT(sendfile)(out, in, from, count);
  off_t at = place(out);
  RECORDED(ssize_t, 1, NEXT(sendfile)(out, in, from, count), {
    note_write(out, at, result);
    char piece[4096];
    for (off_t done = 0; done < result;) {
      size_t wanted = (size_t)(result - done) < sizeof piece ? (size_t)(result - done) : sizeof piece;
      ssize_t found = pread(out, piece, wanted, at + done);
      if (found <= 0) _exit(98);
      put(piece, (size_t)found);
      done += found;
    }
  });
}

#define TRUNCATED note("truncate\t%lu\t%lld\n", inode_of(file), (long long)size)
int ftruncate(int file, off_t size) {
  RECORDED(int, is_open_below(file), NEXT(ftruncate)(file, size), TRUNCATED);
}
int ftruncate64(int file, off64_t size) {
  RECORDED(int, is_open_below(file), NEXT(ftruncate64)(file, size), TRUNCATED);
}

static int is_dropped(int file) {
  struct stat status;
  if (!dropped || fstat(file, &status)) return 0;
  return !strcmp(dropped, S_ISDIR(status.st_mode) ? "folders" : "files");
}
#define SYNC(name)                                                                              \
  int name(int file) {                                                                          \
    if (is_open_below(file) && is_dropped(file)) return 0;                                      \
    RECORDED(int, is_open_below(file), NEXT(name)(file), note("sync\t%lu\n", inode_of(file)));  \
  }
SYNC(fsync)
SYNC(fdatasync)

// Nothing here knows what is written through a shared mapping.
#define MMAP(name, offset)                                                                     \
  void *name(void *start, size_t count, int protection, int flags, int file, offset at) {      \
    if (file >= 0 && flags & MAP_SHARED && protection & PROT_WRITE && is_open_below(file)) {   \
      pthread_mutex_lock(&lock);                                                               \
      note("mapped\t%lu\n", inode_of(file));                                                   \
      pthread_mutex_unlock(&lock);                                                             \
    }                                                                                          \
    return NEXT(name)(start, count, protection, flags, file, at);                              \
  }
MMAP(mmap, off_t)
MMAP(mmap64, off64_t)
