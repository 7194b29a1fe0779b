/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <malloc.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "measure.h"

typedef struct {
    int met, missed;
} tally;

static tally verdicts;

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double peak_memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss * 1024e-9; /* Linux counts in kB */
}

/* What was freed goes back, and the peak is what is in use now. */
void forget_peak(void)
{
    malloc_trim(0);
    FILE *peak = fopen("/proc/self/clear_refs", "w");
    if (peak) {
        fputs("5", peak);
        fclose(peak);
    }
}

/* A run that would fill the machine ends with "out of memory" instead. */
static void limit_memory(void)
{
    const struct rlimit most = {20u * (rlim_t)1000000000, 20u * (rlim_t)1000000000};
    setrlimit(RLIMIT_AS, &most);
}

static bool send_all(int end, const void *data, size_t size)
{
    const char *at = data;
    for (ssize_t sent = 0; size > 0; at += sent, size -= (size_t)sent) {
        sent = write(end, at, size);
        if (sent <= 0) {
            return false;
        }
    }
    return true;
}

static bool receive_all(int end, void *data, size_t size)
{
    char *at = data;
    for (ssize_t got = 0; size > 0; at += got, size -= (size_t)got) {
        got = read(end, at, size);
        if (got <= 0) {
            return false;
        }
    }
    return true;
}

bool apart(void (*work)(void *data), void *data, size_t size, unsigned limit)
{
    int ends[2], status = 1;
    fflush(NULL); /* or the child would print it again */
    if (pipe(ends)) {
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        alarm(limit);
        limit_memory();
        work(data);
        bool sent = send_all(ends[1], &verdicts, sizeof verdicts);
        sent = sent && send_all(ends[1], data, size);
        fflush(NULL);
        _exit(!sent);
    }
    close(ends[1]);
    tally counted = verdicts;
    bool received = child > 0 && receive_all(ends[0], &counted, sizeof counted) &&
                    receive_all(ends[0], data, size);
    close(ends[0]);
    if (child > 0 && waitpid(child, &status, 0) == child && status == 0 && received) {
        verdicts = counted;
        return true;
    }
    return false;
}

void title(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    printf("\n");
    vprintf(format, list);
    printf("\n");
    va_end(list);
    fflush(stdout);
}

static void judge(const char *name, double measured, const char *sense, double target, bool good)
{
    verdicts.met += good;
    verdicts.missed += !good;
    printf("  %-50s %11.4g   %s %-8.4g %s\n", name, measured, sense, target,
           good ? "met" : "MISSED");
    fflush(stdout);
}

/* NaN fails both. */
void at_most(const char *name, double measured, double target)
{
    judge(name, measured, "<=", target, measured <= target);
}

void at_least(const char *name, double measured, double target)
{
    judge(name, measured, ">=", target, measured >= target);
}

void unfinished(const char *name)
{
    at_most(name, NAN, 0);
}

void report(const char *name, double measured, const char *remark)
{
    printf("  %-50s %11.6g   %s\n", name, measured, remark);
    fflush(stdout);
}

void summary(void)
{
    printf("\n%d targets met, %d missed\n", verdicts.met, verdicts.missed);
}

double *vector(dls_int n)
{
    double *x = calloc((size_t)n + 1, sizeof *x);
    if (!x) {
        fprintf(stderr, "no memory for a vector\n");
        exit(EXIT_FAILURE);
    }
    return x;
}

void stop_on(dls_error error, const dls_fault *fault)
{
    if (error) {
        fprintf(stderr, "%s: %s\n", dls_error_id(error), fault->text);
        exit(EXIT_FAILURE);
    }
}
