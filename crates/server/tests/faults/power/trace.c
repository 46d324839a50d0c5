/*
 * Records what a process does to its files, so that a test can reconstruct their state after a power failure.
 * Loaded into the server with LD_PRELOAD. Every function makes its system call directly: looking the original up with
 * dlsym allocates memory, and the allocator of the server is not ready that early.
 *
 * A record is a header (see struct header) and two byte strings, appended to TRACE_FILE in one call. Only regular files
 * and folders below TRACE_ROOT are recorded.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct header {
    uint64_t kind; /* W write, T truncate, B sync begins, E sync has ended, C create, L link, R rename, U unlink */
    uint64_t file; /* the inode */
    uint64_t at;   /* of W the offset in the file; of T the new length; of B and E a number that they share; of the
                      others the inode of the folder */
    uint64_t first;  /* the length of the first byte string */
    uint64_t second; /* the length of the second */
};

static int trace = -1;
static char root[PATH_MAX];
static size_t root_length;

__attribute__((constructor)) static void start(void) {
    const char *file = getenv("TRACE_FILE"), *folder = getenv("TRACE_ROOT");
    if (file == NULL || folder == NULL) {
        return;
    }
    snprintf(root, sizeof root, "%s/", folder);
    root_length = strlen(root);
    trace = (int)syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void record(char kind, uint64_t file, uint64_t at, const void *first, size_t first_length, const void *second,
                   size_t second_length) {
    struct header header = {(uint64_t)kind, file, at, first_length, second_length};
    struct iovec parts[3] = {{&header, sizeof header}, {(void *)first, first_length}, {(void *)second, second_length}};
    int before = errno;
    if (syscall(SYS_writev, trace, parts, 3) != (long)(sizeof header + first_length + second_length)) {
        abort(); /* An incomplete trace would prove nothing. */
    }
    errno = before;
}

/* Returns the inode of a descriptor, or 0 if it is not recorded. */
static uint64_t recorded(int descriptor) {
    char link[64], path[PATH_MAX];
    struct stat found;
    int before = errno;
    if (trace < 0) {
        return 0;
    }
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    uint64_t inode = 0;
    if (length > 0) {
        path[length] = 0;
        int inside = strncmp(path, root, root_length) == 0 || strncmp(path, root, root_length - 1) == 0;
        if (inside && fstat(descriptor, &found) == 0) {
            inode = found.st_ino;
        }
    }
    errno = before;
    return inode;
}

/* Returns the absolute path, or 0 if it is not recorded. */
static int whole(int folder, const char *name, char *path) {
    char link[64];
    if (trace < 0) {
        return 0;
    }
    if (name[0] == '/') {
        snprintf(path, PATH_MAX, "%s", name);
    } else {
        ssize_t length;
        if (folder == AT_FDCWD) {
            snprintf(link, sizeof link, "/proc/self/cwd");
        } else {
            snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        }
        length = readlink(link, path, PATH_MAX - 1);
        if (length < 0) {
            return 0;
        }
        path[length] = '/';
        snprintf(path + length + 1, (size_t)(PATH_MAX - length - 1), "%s", name);
    }
    return strncmp(path, root, root_length) == 0;
}

static uint64_t inode_of(const char *path) {
    struct stat found;
    int before = errno;
    uint64_t inode = lstat(path, &found) == 0 ? found.st_ino : 0;
    errno = before;
    return inode;
}

static uint64_t folder_of(const char *path) {
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    char *end = strrchr(folder, '/');
    if (end != NULL) {
        *end = 0;
    }
    return inode_of(folder);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    uint64_t file = recorded(descriptor);
    off_t at = file == 0 ? 0 : lseek(descriptor, 0, SEEK_CUR);
    ssize_t written = syscall(SYS_write, descriptor, bytes, length);
    if (file != 0 && written > 0) {
        if (fcntl(descriptor, F_GETFL) & O_APPEND) {
            at = lseek(descriptor, 0, SEEK_CUR) - written;
        }
        record('W', file, (uint64_t)at, bytes, (size_t)written, NULL, 0);
    }
    return written;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    uint64_t file = recorded(descriptor);
    if (file == 0) {
        return syscall(SYS_writev, descriptor, parts, count);
    }
    /* Fewer bytes than asked for is a valid answer: the caller continues from there. */
    for (int part = 0; part < count; part++) {
        if (parts[part].iov_len > 0) {
            return write(descriptor, parts[part].iov_base, parts[part].iov_len);
        }
    }
    return 0;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t at) {
    uint64_t file = recorded(descriptor);
    ssize_t written = syscall(SYS_pwrite64, descriptor, bytes, length, at);
    if (file != 0 && written > 0) {
        record('W', file, (uint64_t)at, bytes, (size_t)written, NULL, 0);
    }
    return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t at) {
    return pwrite64(descriptor, bytes, length, at);
}

int ftruncate64(int descriptor, off64_t length) {
    uint64_t file = recorded(descriptor);
    int result = (int)syscall(SYS_ftruncate, descriptor, length);
    if (file != 0 && result == 0) {
        record('T', file, (uint64_t)length, NULL, 0, NULL, 0);
    }
    return result;
}

int ftruncate(int descriptor, off_t length) {
    return ftruncate64(descriptor, length);
}

static int synchronize(long call, int descriptor) {
    static uint64_t begun;
    uint64_t file = recorded(descriptor);
    uint64_t number = file == 0 ? 0 : __atomic_add_fetch(&begun, 1, __ATOMIC_SEQ_CST);
    if (file != 0) {
        record('B', file, number, NULL, 0, NULL, 0);
    }
    int result = (int)syscall(call, descriptor);
    if (file != 0 && result == 0) {
        record('E', file, number, NULL, 0, NULL, 0);
    }
    return result;
}

int fsync(int descriptor) {
    return synchronize(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
    return synchronize(SYS_fdatasync, descriptor);
}

static int open_file(int folder, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    int inside = (flags & (O_CREAT | O_TRUNC)) != 0 && whole(folder, name, path);
    uint64_t before = inside ? inode_of(path) : 0;
    int descriptor = (int)syscall(SYS_openat, folder, name, flags, mode);
    if (inside && descriptor >= 0) {
        if (before == 0) {
            record('C', inode_of(path), folder_of(path), path, strlen(path), NULL, 0);
        } else if ((flags & O_TRUNC) != 0) {
            record('T', before, 0, NULL, 0, NULL, 0);
        }
    }
    return descriptor;
}

static mode_t mode_of(int flags, va_list arguments) {
    return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
}

#define OPEN_WITH(folder)                                                                                              \
    va_list arguments;                                                                                                 \
    va_start(arguments, flags);                                                                                        \
    mode_t mode = mode_of(flags, arguments);                                                                           \
    va_end(arguments);                                                                                                 \
    return open_file(folder, name, flags, mode)

int open(const char *name, int flags, ...) {
    OPEN_WITH(AT_FDCWD);
}

int open64(const char *name, int flags, ...) {
    OPEN_WITH(AT_FDCWD);
}

int openat(int folder, const char *name, int flags, ...) {
    OPEN_WITH(folder);
}

int openat64(int folder, const char *name, int flags, ...) {
    OPEN_WITH(folder);
}

/* Records a change of two names that creates or replaces the second. */
static void record_pair(char kind, const char *from, const char *to) {
    record(kind, inode_of(to), folder_of(to), from, strlen(from), to, strlen(to));
}

int rename(const char *from, const char *to) {
    char whole_from[PATH_MAX], whole_to[PATH_MAX];
    int inside = whole(AT_FDCWD, from, whole_from) && whole(AT_FDCWD, to, whole_to);
    int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (inside && result == 0) {
        record_pair('R', whole_from, whole_to);
    }
    return result;
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    char whole_from[PATH_MAX], whole_to[PATH_MAX];
    int inside = whole(from_folder, from, whole_from) && whole(to_folder, to, whole_to);
    int result = (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
    if (inside && result == 0) {
        record_pair('L', whole_from, whole_to);
    }
    return result;
}

int link(const char *from, const char *to) {
    return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlinkat(int folder, const char *name, int flags) {
    char path[PATH_MAX];
    int inside = whole(folder, name, path);
    int result = (int)syscall(SYS_unlinkat, folder, name, flags);
    if (inside && result == 0) {
        record('U', 0, folder_of(path), path, strlen(path), NULL, 0);
    }
    return result;
}

int unlink(const char *name) {
    return unlinkat(AT_FDCWD, name, 0);
}
