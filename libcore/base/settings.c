/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One X-macro list per function gives struct, defaults, ranges, reader and help table. */
#include <math.h>
#include <string.h>

#include "base/base.h"

#define DLS_ROW_OF(type, kind, field, name, value, low, high, choices, help)                       \
    {name, DLS_KIND_##kind, offsetof(type, field), value, low, high, choices, help},
#define DLS_KKT_ROW(...) DLS_ROW_OF(dls_kkt_settings, __VA_ARGS__)
#define DLS_REDUNDANCY_ROW(...) DLS_ROW_OF(dls_redundancy_settings, __VA_ARGS__)
#define DLS_CONIC_ROW(...) DLS_ROW_OF(dls_conic_settings, __VA_ARGS__)
#define DLS_LCP_ROW(...) DLS_ROW_OF(dls_lcp_settings, __VA_ARGS__)
#define DLS_FRICTION_ROW(...) DLS_ROW_OF(dls_friction_settings, __VA_ARGS__)
#define DLS_DEFAULT(kind, field, name, value, low, high, choices, help) s.field = (value);

static const dls_setting kkt_table[] = {DLS_KKT_SETTINGS(DLS_KKT_ROW)};
static const dls_setting redundancy_table[] = {DLS_REDUNDANCY_SETTINGS(DLS_REDUNDANCY_ROW)};
static const dls_setting conic_table[] = {DLS_CONIC_SETTINGS(DLS_CONIC_ROW)};
static const dls_setting lcp_table[] = {DLS_LCP_SETTINGS(DLS_LCP_ROW)};
static const dls_setting friction_table[] = {DLS_FRICTION_SETTINGS(DLS_FRICTION_ROW)};

const dls_setting *dls_settings_of(const char *function, size_t *count)
{
    static const struct {
        const char *function;
        const dls_setting *table;
        size_t count;
    } all[] = {
        {"dls_kkt", kkt_table, sizeof kkt_table / sizeof *kkt_table},
        {"dls_redundancy", redundancy_table, sizeof redundancy_table / sizeof *redundancy_table},
        {"dls_conic", conic_table, sizeof conic_table / sizeof *conic_table},
        {"dls_lcp", lcp_table, sizeof lcp_table / sizeof *lcp_table},
        {"dls_friction", friction_table, sizeof friction_table / sizeof *friction_table},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (strcmp(all[k].function, function) == 0) {
            *count = all[k].count;
            return all[k].table;
        }
    }
    *count = 0;
    return NULL;
}

dls_kkt_settings dls_kkt_defaults(void)
{
    dls_kkt_settings s;
    DLS_KKT_SETTINGS(DLS_DEFAULT)
    return s;
}

dls_redundancy_settings dls_redundancy_defaults(void)
{
    dls_redundancy_settings s;
    DLS_REDUNDANCY_SETTINGS(DLS_DEFAULT)
    return s;
}

dls_conic_settings dls_conic_defaults(void)
{
    dls_conic_settings s;
    DLS_CONIC_SETTINGS(DLS_DEFAULT)
    return s;
}

dls_lcp_settings dls_lcp_defaults(void)
{
    dls_lcp_settings s;
    DLS_LCP_SETTINGS(DLS_DEFAULT)
    return s;
}

dls_friction_settings dls_friction_defaults(void)
{
    dls_friction_settings s;
    DLS_FRICTION_SETTINGS(DLS_DEFAULT)
    return s;
}

static const dls_setting *find(const dls_setting *table, size_t count, const char *name,
                               dls_fault *fault)
{
    for (size_t k = 0; k < count; k++) {
        if (strcmp(table[k].name, name) == 0) {
            return &table[k];
        }
    }
    char names[200] = "";
    for (size_t k = 0; k < count; k++) {
        size_t used = strlen(names);
        if (used + strlen(table[k].name) + 3 < sizeof names) {
            strcat(strcat(names, k ? ", " : ""), table[k].name);
        }
    }
    dls_fail(fault, DLS_ERROR_OPTION, "unknown option '%.60s'; expected one of %s", name, names);
    return NULL;
}

dls_error dls_setting_number(const dls_setting *table, size_t count, void *settings,
                             const char *name, double value, dls_fault *fault)
{
    const dls_setting *s = find(table, count, name, fault);
    if (!s) {
        return DLS_ERROR_OPTION;
    }
    if (s->kind == DLS_KIND_CHOICE) {
        return dls_fail(fault, DLS_ERROR_OPTION, "option '%s' is a number; expected one of %s",
                        name, s->choices);
    }
    bool whole = s->kind != DLS_KIND_INTEGER || value == floor(value);
    if (!(value >= s->low && value <= s->high && whole)) {
        return dls_fail(fault, DLS_ERROR_OPTION, "option '%s' is %g; expected %s between %g and %g",
                        name, value, s->kind == DLS_KIND_INTEGER ? "a whole number" : "a number",
                        s->low, s->high);
    }
    *(double *)((char *)settings + s->offset) = value;
    return DLS_OK;
}

dls_error dls_setting_text(const dls_setting *table, size_t count, void *settings, const char *name,
                           const char *text, dls_fault *fault)
{
    const dls_setting *s = find(table, count, name, fault);
    if (!s) {
        return DLS_ERROR_OPTION;
    }
    if (s->kind != DLS_KIND_CHOICE) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "option '%s' is the text '%.40s'; expected a number", name, text);
    }
    int number = 0;
    for (const char *c = s->choices; c; number++) {
        const char *end = strchr(c, '|');
        size_t length = end ? (size_t)(end - c) : strlen(c);
        if (strlen(text) == length && strncmp(c, text, length) == 0) {
            *(double *)((char *)settings + s->offset) = number;
            return DLS_OK;
        }
        c = end ? end + 1 : NULL;
    }
    return dls_fail(fault, DLS_ERROR_OPTION, "option '%s' is '%.60s'; expected one of %s", name,
                    text, s->choices);
}

dls_error dls_settings_check(const char *function, const void *settings, dls_fault *fault)
{
    size_t count;
    const dls_setting *table = dls_settings_of(function, &count);
    for (size_t k = 0; k < count; k++) {
        double value = *(const double *)((const char *)settings + table[k].offset);
        bool whole = table[k].kind == DLS_KIND_REAL || value == floor(value);
        if (!(value >= table[k].low && value <= table[k].high && whole)) {
            return dls_fail(fault, DLS_ERROR_OPTION, "option '%s' is %g; expected %g to %g",
                            table[k].name, value, table[k].low, table[k].high);
        }
    }
    return DLS_OK;
}
