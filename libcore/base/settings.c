/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One X-macro list per function gives struct, defaults, ranges, reader and help table. */
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"

#define DLS_ROW_OF(type, kind, field, name, value, low, high, choices, help)                       \
    {name, DLS_KIND_##kind, offsetof(type, field), value, low, high, choices, help},
#define DLS_KKT_ROW(...) DLS_ROW_OF(dls_kkt_settings, __VA_ARGS__)
#define DLS_REDUNDANCY_ROW(...) DLS_ROW_OF(dls_redundancy_settings, __VA_ARGS__)
#define DLS_CONIC_ROW(...) DLS_ROW_OF(dls_conic_settings, __VA_ARGS__)
#define DLS_LCP_ROW(...) DLS_ROW_OF(dls_lcp_settings, __VA_ARGS__)
#define DLS_FRICTION_ROW(...) DLS_ROW_OF(dls_friction_settings, __VA_ARGS__)
#define DLS_MOTION_ROW(...) DLS_ROW_OF(dls_motion_settings, __VA_ARGS__)
#define DLS_DEFAULT(kind, field, name, value, low, high, choices, help) s.field = (value);

/* Who has settings: names, lists, and the functions that users call */
#define DLS_LISTS(X)                                                                               \
    X(kkt, KKT, "dls_kkt")                                                                         \
    X(redundancy, REDUNDANCY, "dls_redundancy")                                                    \
    X(conic, CONIC, "dls_conic")                                                                   \
    X(lcp, LCP, "dls_lcp")                                                                         \
    X(friction, FRICTION, "dls_friction")                                                          \
    X(motion, MOTION, "dls_simulate")

#define DLS_MAKE(name, LIST, function)                                                             \
    static const dls_setting name##_table[] = {DLS_##LIST##_SETTINGS(DLS_##LIST##_ROW)};           \
    dls_##name##_settings dls_##name##_defaults(void)                                              \
    {                                                                                              \
        dls_##name##_settings s;                                                                   \
        DLS_##LIST##_SETTINGS(DLS_DEFAULT) return s;                                               \
    }
DLS_LISTS(DLS_MAKE)

const dls_setting *dls_settings_of(const char *function, size_t *count)
{
#define DLS_PLACE(name, LIST, function)                                                            \
    {function, name##_table, sizeof name##_table / sizeof *name##_table},
    static const struct {
        const char *function;
        const dls_setting *table;
        size_t count;
    } all[] = {DLS_LISTS(DLS_PLACE)};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (strcmp(all[k].function, function) == 0) {
            *count = all[k].count;
            return all[k].table;
        }
    }
    *count = 0;
    return NULL;
}

/* Names of 0.1, of options and of their values. */
static const char *const names_of_old[][2] = {
    {"MaxSteps", "MaxIterations"},
    {"MaxNewton", "MaxIterations"},
    {"Ranks", "Workers"},
    {"TimeLimit", "MaxTime"},
    {"ipm", "interior-point"},
    {"interior", "interior-point"},
    {"pgs", "gauss-seidel"},
    {"gauss_seidel", "gauss-seidel"},
    {"projected_gradient", "projected-gradient"},
    {"alart_curnier", "alart-curnier"},
    {"gap_acceleration", "gap-acceleration"},
    {"gap_dual", "gap-dual"},
    {"radauIIA3", "radau-iia-3"},
    {"radauIIA5", "radau-iia-5"},
    {"lobattoIIIA2", "lobatto-iiia-2"},
    {"lobattoIIIA4", "lobatto-iiia-4"},
    {"lobattoIIIA6", "lobatto-iiia-6"},
    {"lobattoIIIC4", "lobatto-iiic-4"},
    {"gauss4", "gauss-4"},
    {"halfexplicit2", "half-explicit-2"},
    {"halfexplicit3", "half-explicit-3"},
    {"halfexplicit4", "half-explicit-4"},
    {"halfexplicit5", "half-explicit-5"},
};

/* The first `length` letters of `name` are `text`, in any case. */
static bool same_letters(const char *name, size_t length, const char *text)
{
    size_t k = 0;
    while (k < length && text[k] &&
           tolower((unsigned char)name[k]) == tolower((unsigned char)text[k])) {
        k++;
    }
    return k == length && !text[k];
}

const char *dls_setting_renamed(const char *name)
{
    for (size_t k = 0; k < sizeof names_of_old / sizeof *names_of_old; k++) {
        if (same_letters(name, strlen(name), names_of_old[k][0])) {
            return names_of_old[k][1];
        }
    }
    return NULL;
}

const dls_setting *dls_setting_find(const dls_setting *table, size_t count, const char *name)
{
    for (size_t k = 0; k < count; k++) {
        if (same_letters(name, strlen(name), table[k].name)) {
            return &table[k];
        }
    }
    return NULL;
}

/* Insertions, deletions and changes of letters that make b, `width` letters, of a. */
static int edits(const char *a, const char *b, int width)
{
    enum { MOST = 64 };
    int row[MOST] = {0};
    width = width < MOST ? width : MOST - 1;
    for (int j = 0; j <= width; j++) {
        row[j] = j;
    }
    for (int i = 0; a[i]; i++) {
        int corner = row[0];
        row[0] = i + 1;
        for (int j = 0; j < width; j++) {
            int change = corner + (tolower((unsigned char)a[i]) != tolower((unsigned char)b[j]));
            corner = row[j + 1];
            int least = corner < row[j] ? corner + 1 : row[j] + 1;
            row[j + 1] = change < least ? change : least;
        }
    }
    return row[width];
}

/* Is a whole name of some letters a part of a longer one, as Step of TimeStep? */
static bool is_part(const char *name, const char *part, int length)
{
    enum { LEAST = 4 };
    int spare = (int)strlen(name) - length;
    bool found = false;
    for (int k = 0; length >= LEAST && k <= spare && !found; k++) {
        int same = 0;
        while (same < length &&
               tolower((unsigned char)name[k + same]) == tolower((unsigned char)part[same])) {
            same++;
        }
        found = same == length;
    }
    return found;
}

void dls_setting_nearest(const char *name, const char *names, char *text, size_t size)
{
    int close = (int)strlen(name) / 3, least = close > 1 ? close + 1 : 2;
    text[0] = '\0';
    for (const char *n = names; *n;) {
        int length = (int)strcspn(n, "|, "), given = (int)strlen(name);
        bool begins = given > 2 && given < length && same_letters(n, (size_t)given, name);
        int distance = begins ? 1 : edits(name, n, length);
        if (distance >= least && is_part(name, n, length)) {
            distance = least - 1;
        }
        if (length > 0 && distance < least) {
            least = distance;
            snprintf(text, size, "; did you mean '%.*s'?", length, n);
        }
        n += length + (n[length] != '\0');
    }
}

static const dls_setting *find_setting(const dls_setting *table, size_t count, const char *name,
                                       dls_fault *fault)
{
    const dls_setting *row = dls_setting_find(table, count, name);
    const char *now = row ? NULL : dls_setting_renamed(name);
    if (row) {
        return row;
    }
    if (now && dls_setting_find(table, count, now)) {
        dls_fail(fault, DLS_ERROR_OPTION, "option '%s' is called '%s' since 0.2", name, now);
        return NULL;
    }
    char names[200] = "";
    for (size_t k = 0; k < count; k++) {
        size_t used = strlen(names);
        if (used + strlen(table[k].name) + 3 < sizeof names) {
            strcat(strcat(names, k ? ", " : ""), table[k].name);
        }
    }
    char near[80];
    dls_setting_nearest(name, names, near, sizeof near);
    dls_fail(fault, DLS_ERROR_OPTION, "unknown option '%.60s'; expected one of %s%s", name, names,
             near);
    return NULL;
}

/* -1: none of them */
static int choice_number(const char *choices, const char *text)
{
    int number = 0;
    for (const char *c = choices; c; number++) {
        const char *end = strchr(c, '|');
        if (same_letters(c, end ? (size_t)(end - c) : strlen(c), text)) {
            return number;
        }
        c = end ? end + 1 : NULL;
    }
    return -1;
}

static bool allowed(const dls_setting *s, double value)
{
    bool whole = s->kind == DLS_KIND_REAL || value == floor(value);
    return value >= s->low && value <= s->high && whole;
}

/* As Octave writes it. */
static const char *number_text(double value, char text[32])
{
    snprintf(text, 32, "%g", value);
    return isnan(value) ? "NaN" : isinf(value) ? (value < 0 ? "-Inf" : "Inf") : text;
}

dls_error dls_setting_number(const dls_setting *table, size_t count, void *settings,
                             const char *name, double value, dls_fault *fault)
{
    const dls_setting *s = find_setting(table, count, name, fault);
    if (!s) {
        return DLS_ERROR_OPTION;
    }
    char found[32], low[32], high[32];
    if (s->kind == DLS_KIND_CHOICE) {
        return dls_fail(fault, DLS_ERROR_OPTION, "option '%s' is %s; expected one of %s", s->name,
                        number_text(value, found), s->choices);
    }
    if (s->kind == DLS_KIND_FLAG && !allowed(s, value)) {
        return dls_fail(fault, DLS_ERROR_OPTION, "option '%s' is %s; expected true or false",
                        s->name, number_text(value, found));
    }
    if (!allowed(s, value)) {
        return dls_fail(fault, DLS_ERROR_OPTION, "option '%s' is %s; expected %s from %s to %s",
                        s->name, number_text(value, found),
                        s->kind == DLS_KIND_INTEGER ? "a whole number" : "a number",
                        number_text(s->low, low), number_text(s->high, high));
    }
    *(double *)((char *)settings + s->offset) = value;
    return DLS_OK;
}

dls_error dls_setting_text(const dls_setting *table, size_t count, void *settings, const char *name,
                           const char *text, dls_fault *fault)
{
    const dls_setting *s = find_setting(table, count, name, fault);
    if (!s) {
        return DLS_ERROR_OPTION;
    }
    bool flag = s->kind == DLS_KIND_FLAG;
    if (!flag && s->kind != DLS_KIND_CHOICE) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "option '%s' is the text '%.40s'; expected a number", s->name, text);
    }
    const char *choices = flag ? "off|on" : s->choices, *now = dls_setting_renamed(text);
    int number = choice_number(choices, text);
    if (number < 0 && now && choice_number(choices, now) >= 0) {
        return dls_fail(fault, DLS_ERROR_OPTION, "option '%s': '%s' is called '%s' since 0.2",
                        s->name, text, now);
    }
    if (number < 0) {
        char near[80];
        dls_setting_nearest(text, choices, near, sizeof near);
        return dls_fail(fault, DLS_ERROR_OPTION, "option '%s' is the text '%.60s'; expected %s%s%s",
                        s->name, text, flag ? "true, false, " : "one of ", choices, near);
    }
    *(double *)((char *)settings + s->offset) = number;
    return DLS_OK;
}

dls_error dls_settings_check(const char *function, const void *settings, dls_fault *fault)
{
    size_t count;
    const dls_setting *table = dls_settings_of(function, &count);
    for (size_t k = 0; k < count; k++) {
        double value = *(const double *)((const char *)settings + table[k].offset);
        if (!allowed(&table[k], value)) {
            return dls_fail(fault, DLS_ERROR_OPTION, "option '%s' is %g; expected %g to %g",
                            table[k].name, value, table[k].low, table[k].high);
        }
    }
    return DLS_OK;
}
