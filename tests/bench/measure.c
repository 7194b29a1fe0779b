/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "measure.h"

static int met, missed;

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double peak_memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss * 1024e-9; /* Linux counts in kB */
}

static void work_and_tell(void (*work)(void *out), void *out, size_t size, int pipe_end)
{
    work(out);
    const char *at = out;
    for (ssize_t sent = 0; size > 0; at += sent, size -= (size_t)sent) {
        sent = write(pipe_end, at, size);
        if (sent <= 0) {
            _exit(1);
        }
    }
    fflush(NULL);
    _exit(0);
}

bool apart(void (*work)(void *out), void *out, size_t size, unsigned limit)
{
    int ends[2];
    fflush(NULL); /* or the child would print it again */
    if (pipe(ends)) {
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        alarm(limit);
        work_and_tell(work, out, size, ends[1]);
    }
    close(ends[1]);
    size_t got = 0;
    for (ssize_t more = 1; child > 0 && more > 0 && got < size; got += (size_t)more) {
        more = read(ends[0], (char *)out + got, size - got);
        if (more < 0) {
            break;
        }
    }
    close(ends[0]);
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0 && got == size;
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
    met += good;
    missed += !good;
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

void report(const char *name, double measured, const char *remark)
{
    printf("  %-50s %11.4g   %s\n", name, measured, remark);
    fflush(stdout);
}

void summary(void)
{
    printf("\n%d targets met, %d missed\n", met, missed);
}
