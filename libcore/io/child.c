/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_hdf5_read, dls_hdf5_write: a child process parses or writes, the parent listens. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/io.h"

static bool write_all(int to, const void *bytes, size_t size)
{
    for (const char *at = bytes; size > 0;) {
        ssize_t done = write(to, at, size);
        if (done < 0 && errno != EINTR) {
            return false;
        }
        at += done > 0 ? done : 0;
        size -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

typedef struct {
    int from;
    dls_watch watch; /* a child may be stuck, on a file system that does not answer */
} listener;

static bool read_all(const listener *L, void *bytes, size_t size)
{
    struct pollfd pipe_end = {L->from, POLLIN, 0};
    for (char *at = bytes; size > 0;) {
        if (dls_watch_over(&L->watch, NULL)) {
            return false;
        }
        if (poll(&pipe_end, 1, 50) > 0) {
            ssize_t done = read(L->from, at, size);
            if (done == 0 || (done < 0 && errno != EINTR)) {
                return false;
            }
            at += done > 0 ? done : 0;
            size -= done > 0 ? (size_t)done : 0;
        }
    }
    return true;
}

static size_t bytes_of(const dls_record *record)
{
    size_t width = record->type == DLS_DATASET_REAL   ? sizeof(double)
                   : record->type == DLS_DATASET_TEXT ? 1
                                                      : 0;
    return width * (size_t)record->count;
}

static bool send_record(void *to, const dls_record *record, const void *bytes)
{
    const int *fd = to;
    return write_all(*fd, record, sizeof *record) && write_all(*fd, bytes, bytes_of(record));
}

/* Address space in use, where the system tells. */
static double memory_in_use(void)
{
    double pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f) {
        if (fscanf(f, "%lf", &pages) != 1) {
            pages = 0;
        }
        fclose(f);
    }
    return pages * (double)sysconf(_SC_PAGESIZE);
}

static double processor_seconds(double bytes)
{
    return 5 + bytes / 1e6;
}

/* Limits in proportion to the file; the host's signal handlers and messages are not for us. */
static void restrain(double bytes)
{
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU, SIGPIPE};
    for (size_t k = 0; k < sizeof fatal / sizeof *fatal; k++) {
        signal(fatal[k], SIG_DFL);
    }
    signal(SIGINT, SIG_IGN);
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        dup2(nowhere, STDERR_FILENO);
    }
    double used = memory_in_use(), seconds = processor_seconds(bytes);
    struct rlimit time = {(rlim_t)seconds, (rlim_t)seconds}, core = {0, 0};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &core);
    if (used > 0) {
        rlim_t all = (rlim_t)(used + 3e8 + 40 * bytes);
        struct rlimit space = {all, all};
        setrlimit(RLIMIT_AS, &space);
    }
}

/* The child ended without a word, or nobody waits for it any more. */
static dls_error silent(const listener *L, const char *path, dls_fault *fault)
{
    dls_outcome why = DLS_SOLVED;
    dls_watch_over(&L->watch, &why);
    return why == DLS_INTERRUPTED ? dls_fail(fault, DLS_ERROR_FILE, "it was interrupted")
           : why == DLS_TIME_LIMIT
               ? dls_fail(fault, DLS_ERROR_FILE, "%s: the HDF5 library does not come back", path)
               : dls_fail(fault, DLS_ERROR_FORMAT, "%s is damaged: the HDF5 library fails on it",
                          path);
}

static dls_error receive(const listener *L, const char *path, dls_dataset *set, dls_fault *fault)
{
    dls_record record;
    if (!read_all(L, &record, sizeof record)) {
        return silent(L, path, fault);
    }
    if (record.type < 0) {
        return dls_fail(fault, DLS_ERROR_FORMAT, "%s %s", path, record.what);
    }
    set->type = (dls_datatype)record.type;
    set->count = record.count;
    void *bytes = dls_alloc((dls_int)bytes_of(&record) + 1, 1); /* and the zero of a text */
    if (!bytes) {
        return dls_fail_memory(fault);
    }
    if (set->type == DLS_DATASET_TEXT) {
        set->text = bytes;
    } else {
        set->x = bytes;
    }
    return read_all(L, bytes, bytes_of(&record)) ? DLS_OK : silent(L, path, fault);
}

static dls_error file_size(const char *file, double *bytes, dls_fault *fault)
{
    struct stat status;
    if (stat(file, &status) || !S_ISREG(status.st_mode) || access(file, R_OK)) {
        return dls_fail(fault, DLS_ERROR_FILE, "'%.200s' cannot be read", file);
    }
    *bytes = (double)status.st_size;
    return DLS_OK;
}

/* What the child does; sets: to be written, NULL where they are read. */
typedef struct {
    const char *file;
    dls_int count;
    const char *const *paths;
    const dls_dataset *sets;
    double bytes; /* of the data */
} task;

/* The child's process id, or -1; the parent listens. */
static pid_t begin(const task *T, dls_host host, listener *L, dls_fault *fault)
{
    int ends[2];
    if (pipe(ends)) {
        dls_fail(fault, DLS_ERROR_FILE, "no pipe: %s", strerror(errno));
        return -1;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        restrain(T->bytes);
        if (T->sets) {
            dls_io_build(T->file, T->count, T->paths, T->sets, send_record, &ends[1]);
        } else {
            dls_io_parse(T->file, T->bytes, T->count, T->paths, send_record, &ends[1]);
        }
        kill(getpid(), SIGKILL); /* none of the host's exit handlers runs */
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        dls_fail(fault, DLS_ERROR_FILE, "no process: %s", strerror(errno));
    }
    *L = (listener){ends[0], dls_watch_start(host, 60 + 10 * processor_seconds(T->bytes))};
    return child;
}

static void end(pid_t child, const listener *L)
{
    close(L->from);
    kill(child, SIGKILL);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
}

dls_error dls_hdf5_read(const char *file, dls_int count, const char *const *paths, dls_host host,
                        dls_dataset *sets, dls_fault *fault)
{
    task T = {file, count, paths, NULL, 0};
    listener L;
    for (dls_int k = 0; k < count; k++) {
        sets[k] = (dls_dataset){0};
    }
    dls_error error = file_size(file, &T.bytes, fault);
    if (error) {
        return error;
    }
    pid_t child = begin(&T, host, &L, fault);
    if (child < 0) {
        return DLS_ERROR_FILE;
    }
    for (dls_int k = 0; !error && k < count; k++) {
        error = receive(&L, paths[k], &sets[k], fault);
    }
    end(child, &L);
    if (error) {
        dls_dataset_free(count, sets);
    }
    return error;
}

dls_error dls_hdf5_write(const char *file, dls_int count, const char *const *paths,
                         const dls_dataset *sets, dls_host host, dls_fault *fault)
{
    task T = {file, count, paths, sets, 0};
    listener L;
    for (dls_int k = 0; k < count; k++) {
        T.bytes += (double)sizeof(double) * (double)sets[k].count;
    }
    pid_t child = begin(&T, host, &L, fault);
    if (child < 0) {
        return DLS_ERROR_FILE;
    }
    dls_record record = {0, -1, "the HDF5 library fails"};
    dls_fault why;
    if (!read_all(&L, &record, sizeof record) && silent(&L, "it", &why) == DLS_ERROR_FILE) {
        snprintf(record.what, sizeof record.what, "%.80s", why.text);
    }
    end(child, &L);
    return record.type < 0 ? dls_fail(fault, DLS_ERROR_FILE, "'%.200s' cannot be written (%.80s)",
                                      file, record.what)
                           : DLS_OK;
}

void dls_dataset_free(dls_int count, dls_dataset *sets)
{
    for (dls_int k = 0; k < count; k++) {
        dls_free(sets[k].x);
        dls_free(sets[k].text);
        sets[k] = (dls_dataset){0};
    }
}
