/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of errors and outcomes, and the sentences of faults. */
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

dls_error dls_fail(dls_fault *fault, dls_error code, const char *format, ...)
{
    if (fault) {
        fault->code = code;
        va_list args;
        va_start(args, format);
        vsnprintf(fault->text, sizeof fault->text, format, args);
        va_end(args);
    }
    return code;
}

dls_error dls_fail_memory(dls_fault *fault)
{
    return dls_fail(fault, DLS_ERROR_MEMORY, "out of memory");
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
