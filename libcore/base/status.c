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

/* What is counted. */
static const char *const REGULAR[] = {
    "acceleration", "answer",  "byte",       "case",      "column",    "combination", "condition",
    "constraint",   "contact", "coordinate", "direction", "equation",  "event",       "face",
    "facet",        "field",   "flag",       "force",     "iteration", "joint",       "line",
    "link",         "load",    "mode",       "name",      "nonzero",   "number",      "output",
    "pair",         "panel",   "parameter",  "part",      "pattern",   "piece",       "pivot",
    "point",        "program", "rank",       "ray",       "reaction",  "region",      "row",
    "set",          "side",    "solution",   "state",     "step",      "sweep",       "text",
    "unknown",      "value",   "worker"};
static const char *const OTHERS[][2] = {{"bases", "basis"},         {"bodies", "body"},
                                        {"entries", "entry"},       {"matrices", "matrix"},
                                        {"velocities", "velocity"}, {"vertices", "vertex"}};

/* The singular of the plural with which a text begins, and the length of that; or NULL. */
static const char *singular(const char *text, size_t *length)
{
    *length = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    for (size_t k = 0; k < sizeof OTHERS / sizeof *OTHERS; k++) {
        if (*length == strlen(OTHERS[k][0]) && strncmp(text, OTHERS[k][0], *length) == 0) {
            return OTHERS[k][1];
        }
    }
    for (size_t k = 0; k < sizeof REGULAR / sizeof *REGULAR; k++) {
        size_t one = strlen(REGULAR[k]);
        if (*length == one + 1 && text[one] == 's' && strncmp(text, REGULAR[k], one) == 0) {
            return REGULAR[k];
        }
    }
    return NULL;
}

static bool within_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

void dls_agree(char *text)
{
    for (char *at = text; (at = strstr(at, "1 ")) != NULL; at++) {
        static const char ADJECTIVES[][12] = {"bilateral ", "positive "};
        if (at > text && (within_word(at[-1]) || strchr(".,-", at[-1]))) {
            continue; /* of another number, or of a name */
        }
        char *noun = at + 2;
        for (size_t k = 0; k < sizeof ADJECTIVES / sizeof *ADJECTIVES; k++) {
            size_t before = strlen(ADJECTIVES[k]);
            noun += strncmp(noun, ADJECTIVES[k], before) == 0 ? before : 0;
        }
        size_t many;
        const char *one = singular(noun, &many);
        if (one && !within_word(noun[many])) {
            memcpy(noun, one, strlen(one));
            memmove(noun + strlen(one), noun + many, strlen(noun + many) + 1);
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
        dls_agree(fault->text);
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
    dls_agree(message + used);
}

void dls_phrase(char *text, size_t room, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(text, room, format, args);
    va_end(args);
    dls_agree(text);
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
    dls_agree(text);
    strcat(text, "\n");
    host.line(host.data, text);
}
