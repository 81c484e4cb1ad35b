// Lets system calls on files fail in a process that has this library preloaded (LD_PRELOAD).
//
//   FAULTS         what fails, by commas: CALL[:NAME]=ERROR[@N[+]], such as fsync=EINTR,
//                  open:MANIFEST=EACCES
//   FAULTS_FOLDER  calls on files below this folder are meant, by the path that is given or open
//   FAULTS_LOG     a file that gets a line for each call that failed
//
// EINTR: each call fails once and succeeds when it is made again. `short`: a write takes half its
// bytes. `kill`: the process is killed instead. `none`: the call is logged and succeeds. `wait`: it
// is logged, and made when the log is removed.
// Any other error: each call fails, or with @N the Nth alone, with @N+ the Nth and all later ones.
// NAME is a path's last part.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
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

enum { SHORT = -1, KILL = -2, NONE = -3, WAIT = -4, MOST = 32 };

static struct fault {
  char call[16], name[128];
  int error, only, on, count;
} faults[MOST];
static int fault_count;
static const char *folder, *log_path;
static __thread int has_failed[MOST];

static const struct { const char *name; int code; } errors[] = {
    {"EINTR", EINTR}, {"EIO", EIO},       {"EACCES", EACCES}, {"ENOSPC", ENOSPC},
    {"EMFILE", EMFILE}, {"EROFS", EROFS}, {"EDQUOT", EDQUOT}, {"ENOMEM", ENOMEM}, {"ENOLCK", ENOLCK},
    {"EOPNOTSUPP", EOPNOTSUPP}, {"short", SHORT}, {"kill", KILL}, {"none", NONE},
    {"wait", WAIT},
};

__attribute__((constructor)) static void begin(void) {
  folder = getenv("FAULTS_FOLDER");
  log_path = getenv("FAULTS_LOG");
  const char *text = getenv("FAULTS");
  while (folder && text && *text && fault_count < MOST) {
    struct fault *fault = &faults[fault_count];
    char error[16] = "", what[160] = "", on = 0;
    sscanf(text, "%159[^=]=%15[^@,]@%d%c", what, error, &fault->only, &on);
    fault->on = on == '+';
    sscanf(what, "%15[^:]:%127s", fault->call, fault->name);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
      if (!strcmp(error, errors[i].name)) fault->error = errors[i].code;
    if (!fault->error) {
      fprintf(stderr, "FAULTS: found %s\n", text);
      _exit(99);
    }
    fault_count++;
    text = strchrnul(text, ',');
    if (*text) text++;
  }
}

static void note(const char *call, const char *path) {
  if (!log_path) return;
  char line[4200];
  int length = snprintf(line, sizeof line, "%s %s\n", call, path);
  int file = (int)syscall(SYS_openat, AT_FDCWD, log_path, O_WRONLY | O_CREAT | O_APPEND, 0644);
  syscall(SYS_write, file, line, (size_t)length);
  syscall(SYS_close, file);
}

// The error that a call is to fail with; 0 for none.
static int error_of(const char *call, const char *path) {
  if (!fault_count || !path || strncmp(path, folder, strlen(folder))) return 0;
  const char *slash = strrchr(path, '/');
  for (int i = 0; i < fault_count; i++) {
    struct fault *fault = &faults[i];
    if (strcmp(fault->call, call)) continue;
    if (*fault->name && strcmp(fault->name, slash ? slash + 1 : path)) continue;
    if (fault->error == EINTR && (has_failed[i] = !has_failed[i]) == 0) continue;
    if (fault->only) {
      int count = __atomic_add_fetch(&fault->count, 1, __ATOMIC_RELAXED);
      if (fault->on ? count < fault->only : count != fault->only) continue;
    }
    note(call, path);
    if (fault->error == KILL) kill(getpid(), SIGKILL);
    while (fault->error == WAIT && !syscall(SYS_faccessat, AT_FDCWD, log_path, F_OK)) usleep(1000);
    if (fault->error != NONE && fault->error != WAIT) return fault->error;
  }
  return 0;
}

static int error_of_open(const char *call, int file) {
  char link[64], path[4096];
  if (!fault_count) return 0;
  int kept = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = kept;
  if (length < 0) return 0;
  path[length] = 0;
  return error_of(call, path);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL_IF(code) \
  do {                \
    int e = (code);   \
    if (e > 0) {      \
      errno = e;      \
      return -1;      \
    }                 \
  } while (0)

#define OPEN(name)                                 \
  int name(const char *path, int flags, ...) {     \
    va_list rest;                                  \
    va_start(rest, flags);                         \
    mode_t mode = va_arg(rest, mode_t);            \
    va_end(rest);                                  \
    FAIL_IF(error_of("open", path));               \
    return NEXT(name)(path, flags, mode);          \
  }
OPEN(open)
OPEN(open64)

#define BY_PATH(name, call, parameters, path, ...) \
  int name parameters {                            \
    FAIL_IF(error_of(call, path));                 \
    return NEXT(name)(__VA_ARGS__);                \
  }
BY_PATH(rename, "rename", (const char *from, const char *to), to, from, to)
BY_PATH(link, "link", (const char *from, const char *to), to, from, to)
BY_PATH(mkdir, "mkdir", (const char *path, mode_t mode), path, path, mode)
BY_PATH(unlink, "unlink", (const char *path), path, path)
BY_PATH(rmdir, "unlink", (const char *path), path, path)
BY_PATH(stat, "stat", (const char *path, struct stat *out), path, path, out)
BY_PATH(lstat, "stat", (const char *path, struct stat *out), path, path, out)

#define BY_FILE(name, call, parameters, ...) \
  int name parameters {                      \
    FAIL_IF(error_of_open(call, file));      \
    return NEXT(name)(__VA_ARGS__);          \
  }
BY_FILE(fsync, "fsync", (int file), file)
BY_FILE(fdatasync, "fsync", (int file), file)
BY_FILE(fstat, "fstat", (int file, struct stat *out), file, out)
BY_FILE(flock, "flock", (int file, int operation), file, operation)
BY_FILE(ftruncate, "ftruncate", (int file, off_t size), file, size)
BY_FILE(ftruncate64, "ftruncate", (int file, off64_t size), file, size)

DIR *opendir(const char *path) {
  int e = error_of("open", path);
  if (e <= 0) return NEXT(opendir)(path);
  errno = e;
  return NULL;
}

#define MMAP(name, offset)                                                                \
  void *name(void *start, size_t count, int protection, int flags, int file, offset at) { \
    int e = file >= 0 ? error_of_open("mmap", file) : 0;                                  \
    if (e <= 0) return NEXT(name)(start, count, protection, flags, file, at);             \
    errno = e;                                                                            \
    return MAP_FAILED;                                                                    \
  }
MMAP(mmap, off_t)
MMAP(mmap64, off64_t)

// A file is closed whatever else happens.
int close(int file) {
  int error = error_of_open("close", file);
  int result = NEXT(close)(file);
  FAIL_IF(error);
  return result;
}

#define READ(name, call, parameters, ...)  \
  ssize_t name parameters {                \
    FAIL_IF(error_of_open(call, file));    \
    return NEXT(name)(__VA_ARGS__);        \
  }
READ(read, "read", (int file, void *out, size_t count), file, out, count)
READ(pread, "read", (int file, void *out, size_t count, off_t at), file, out, count, at)
READ(pread64, "read", (int file, void *out, size_t count, off64_t at), file, out, count, at)

#define WRITE(name, parameters, ...)               \
  ssize_t name parameters {                        \
    int error = error_of_open("write", file);      \
    if (error == SHORT) count = (count + 1) / 2;   \
    FAIL_IF(error);                                \
    return NEXT(name)(__VA_ARGS__);                \
  }
WRITE(write, (int file, const void *bytes, size_t count), file, bytes, count)
WRITE(pwrite, (int file, const void *bytes, size_t count, off_t at), file, bytes, count, at)
WRITE(pwrite64, (int file, const void *bytes, size_t count, off64_t at), file, bytes, count, at)

ssize_t writev(int file, const struct iovec *parts, int count) {
  FAIL_IF(error_of_open("write", file));
  return NEXT(writev)(file, parts, count);
}
ssize_t sendfile(int out, int in, off_t *from, size_t count) {
  FAIL_IF(error_of_open("write", out));
  return NEXT(sendfile)(out, in, from, count);
}
