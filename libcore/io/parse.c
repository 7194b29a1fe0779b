/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Datasets of an HDF5 file, every claim checked before memory is asked for. */
#include <hdf5.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io.h"

static bool refuse(dls_record *record, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(record->what, sizeof record->what, format, args);
    va_end(args);
    record->type = -1;
    return false;
}

/* Data are taken from this file alone: external links, external storage and virtual datasets
   would read any file of the user (or zeros where it is missing). A link that is followed calls
   this function. */
static herr_t follow_no_link(const char *parent_file, const char *parent_group, const char *file,
                             const char *object, unsigned *flags, hid_t access, void *data)
{
    (void)parent_file, (void)parent_group, (void)file, (void)object, (void)flags, (void)access;
    *(bool *)data = true;
    return -1;
}

/* H5Lexists fails, rather than saying no, when a group on the way is missing. */
static bool exists(hid_t file, const char *path, hid_t access)
{
    char part[256];
    size_t length = strlen(path);
    for (size_t k = 1; k <= length && k < sizeof part; k++) {
        if (path[k] == '/' || path[k] == '\0') {
            memcpy(part, path, k);
            part[k] = '\0';
            if (H5Lexists(file, part, access) <= 0) {
                return false;
            }
        }
    }
    return length < sizeof part;
}

static bool inside(hid_t set, dls_record *record)
{
    hid_t plan = H5Dget_create_plist(set);
    int elsewhere = plan < 0 ? -1 : H5Pget_external_count(plan);
    bool virtual = plan < 0 || H5Pget_layout(plan) == H5D_VIRTUAL;
    if (plan >= 0) {
        H5Pclose(plan);
    }
    return elsewhere == 0 && !virtual ? true : refuse(record, "has its data in another file");
}

/* Compression makes data at most 1032 times smaller; what is not compressed is in the file, or was
   never written and is all zeros (the solutions in public FCLIB files), which has to stay small. */
static bool believable(hid_t set, double bytes, double claimed, dls_record *record)
{
    hid_t plan = H5Dget_create_plist(set);
    double ratio = plan >= 0 && H5Pget_layout(plan) == H5D_CHUNKED ? 1032 : 1;
    double stored = (double)H5Dget_storage_size(set);
    if (plan >= 0) {
        H5Pclose(plan);
    }
    double most = stored > 0 ? ratio * stored : bytes + 1e6;
    if (stored > bytes || claimed > most) {
        return refuse(record, "claims %.0f bytes, but %.0f are stored in a file of %.0f", claimed,
                      stored, bytes);
    }
    return true;
}

static bool read_numbers(hid_t set, double bytes, hid_t type, dls_record *record, void **data)
{
    double claimed = (double)record->count * (double)H5Tget_size(type);
    if (!believable(set, bytes, claimed, record)) {
        return false;
    }
    double *x = malloc(((size_t)record->count + 1) * sizeof *x);
    *data = x;
    if (!x) {
        return refuse(record, "needs more memory than there is");
    }
    if (H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0) {
        return refuse(record, "its numbers cannot be read");
    }
    record->type = DLS_DATASET_REAL;
    return true;
}

static bool read_text(hid_t set, double bytes, hid_t type, dls_record *record, void **data)
{
    bool pointer = H5Tis_variable_str(type) > 0, ready = false;
    size_t size = H5Tget_size(type);
    if (record->count != 1 || !believable(set, bytes, (double)size, record)) {
        return refuse(record, "is not one text of a size that fits the file");
    }
    char *text = calloc(size + 1, 1), *found = NULL;
    hid_t memory = H5Tcopy(type);
    if (text && memory >= 0) {
        ready = H5Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                        pointer ? (void *)&found : (void *)text) >= 0;
    }
    if (pointer) {
        free(text);
        text = found;
    }
    *data = text;
    if (!ready || !text) {
        return refuse(record, "its text cannot be read");
    }
    record->type = DLS_DATASET_TEXT;
    record->count = (dls_int)strlen(text);
    return true;
}

static bool read_open(hid_t set, double bytes, dls_record *record, void **data)
{
    hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    if (space < 0 || type < 0) {
        return refuse(record, "is damaged");
    }
    if (!inside(set, record)) {
        return false;
    }
    record->count = (dls_int)H5Sget_simple_extent_npoints(space);
    H5T_class_t kind = H5Tget_class(type);
    if (record->count < 0 || record->count > INT32_MAX) {
        return refuse(record, "has %.0f entries", (double)record->count);
    }
    if (kind == H5T_INTEGER || kind == H5T_FLOAT) {
        return read_numbers(set, bytes, type, record, data);
    }
    if (kind == H5T_STRING) {
        return read_text(set, bytes, type, record, data);
    }
    return refuse(record, "holds neither numbers nor a text");
}

static bool read_dataset(hid_t file, double bytes, const char *path, dls_record *record,
                         void **data)
{
    bool elsewhere = false;
    hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
    if (access < 0 || H5Pset_elink_cb(access, follow_no_link, &elsewhere) < 0) {
        return refuse(record, "cannot be looked for");
    }
    bool there = exists(file, path, access);
    hid_t set = there ? H5Dopen2(file, path, access) : -1;
    if (elsewhere) {
        return refuse(record, "is behind a link to another file");
    }
    if (!there) {
        record->type = DLS_DATASET_ABSENT;
        return true;
    }
    return set < 0 ? refuse(record, "is damaged, or not a dataset")
                   : read_open(set, bytes, record, data);
}

void dls_io_parse(const char *file, double bytes, dls_int count, const char *const *paths,
                  dls_io_send *send, void *to)
{
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    hid_t id = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
    bool go_on = true;
    for (dls_int k = 0; go_on && k < count; k++) {
        dls_record record = {0};
        void *data = NULL;
        go_on = id >= 0 ? read_dataset(id, bytes, paths[k], &record, &data)
                        : refuse(&record, "is not readable: the file is damaged, cut off or not of "
                                          "the format HDF5");
        go_on = send(to, &record, data) && go_on;
        free(data);
    }
    if (id >= 0) {
        H5Fclose(id); /* the ids of datasets die with the process */
    }
}
