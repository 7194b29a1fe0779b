/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of errors and outcomes, and the sentences of faults. */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"

const char *dls_error_id(dls_error code)
{
#define DLS_ID(symbol, id) id,
    static const char *const ids[] = {DLS_ERRORS(DLS_ID)};
    return code < DLS_ERROR_COUNT ? ids[code] : "unknown";
}

const char *dls_outcome_text(dls_outcome outcome)
{
#define DLS_TEXT(symbol, text, flag) text,
    static const char *const texts[] = {DLS_OUTCOMES(DLS_TEXT)};
    return outcome < DLS_OUTCOME_COUNT ? texts[outcome] : "unknown";
}

int dls_outcome_exitflag(dls_outcome outcome)
{
#define DLS_FLAG(symbol, text, flag) flag,
    static const int flags[] = {DLS_OUTCOMES(DLS_FLAG)};
    return outcome < DLS_OUTCOME_COUNT ? flags[outcome] : -9;
}

/* A word of its own: no part of a name, of a path or of what is quoted */
static bool alone(char before, char after)
{
    return !isalnum((unsigned char)before) && !strchr("_'\"/.", before) &&
           !isalnum((unsigned char)after) && (!after || !strchr("_'\"/", after));
}

/* What printf calls nan, -nan and inf is NaN and Inf to the user. */
static void spell(char *text)
{
    for (char *at = text; *at; at++) {
        bool nan = strncmp(at, "nan", 3) == 0, inf = strncmp(at, "inf", 3) == 0;
        if ((nan || inf) && alone(at > text ? at[-1] : ' ', at[3])) {
            memcpy(at, nan ? "NaN" : "Inf", 3);
            if (nan && at > text && at[-1] == '-') {
                memmove(at - 1, at, strlen(at) + 1);
            }
        }
    }
}

dls_error dls_fail(dls_fault *fault, dls_error code, const char *format, ...)
{
    if (fault) {
        fault->code = code;
        va_list args;
        va_start(args, format);
        vsnprintf(fault->text, sizeof fault->text, format, args);
        va_end(args);
        spell(fault->text);
    }
    return code;
}

dls_error dls_fail_memory(dls_fault *fault)
{
    return dls_fail(fault, DLS_ERROR_MEMORY, "out of memory");
}

dls_error dls_check_vector(dls_int count, const double *x, const char *name, dls_fault *fault)
{
    if (count > 0 && !x) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "%s is missing; expected %lld numbers", name,
                        (long long)count);
    }
    for (dls_int k = 0; !dls_finite(count, x) && k < count; k++) {
        if (!isfinite(x[k])) {
            return dls_fail(fault, DLS_ERROR_NOT_FINITE, "%s(%lld) is %g; expected a finite number",
                            name, (long long)k + 1, x[k]);
        }
    }
    return DLS_OK;
}

void dls_append(char *message, size_t room, const char *format, va_list args)
{
    size_t used = strlen(message);
    if (used > 0 && used + 3 < room) {
        memcpy(message + used, "; ", 3);
        used += 2;
    }
    vsnprintf(message + used, room - used, format, args);
}

void dls_say(dls_host host, const char *format, ...)
{
    if (!host.line) {
        return;
    }
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text - 1, format, args);
    va_end(args);
    strcat(text, "\n");
    host.line(host.data, text);
}
