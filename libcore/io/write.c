/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An HDF5 file of datasets. */
#include <hdf5.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/io.h"

static bool write_dataset(hid_t file, hid_t groups, const char *path, const dls_dataset *set)
{
    bool text = set->type == DLS_DATASET_TEXT;
    hsize_t count = (hsize_t)set->count;
    hid_t type = H5Tcopy(text                           ? H5T_C_S1
                         : set->type == DLS_DATASET_INT ? H5T_STD_I32LE
                                                        : H5T_IEEE_F64LE);
    hid_t space = text ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, NULL);
    if (text) {
        H5Tset_size(type, (size_t)set->count + 1);
    }
    hid_t id = H5Dcreate2(file, path, type, space, groups, H5P_DEFAULT, H5P_DEFAULT);
    bool done = id >= 0 && (count == 0 && !text
                                ? true
                                : H5Dwrite(id, text ? type : H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                                           H5P_DEFAULT, text ? (void *)set->text : set->x) >= 0);
    done = id >= 0 && H5Dclose(id) >= 0 && done;
    H5Sclose(space);
    H5Tclose(type);
    return done;
}

/* The file as the HDF5 library would write it. */
static bool write_image(hid_t id, const char *file)
{
    ssize_t size = H5Fflush(id, H5F_SCOPE_GLOBAL) < 0 ? -1 : H5Fget_file_image(id, NULL, 0);
    void *image = size > 0 ? dls_alloc((dls_int)size, 1) : NULL;
    bool done = image && H5Fget_file_image(id, image, (size_t)size) == size;
    FILE *f = done ? fopen(file, "wb") : NULL;
    if (f) {
        struct stat kind;
        bool regular = fstat(fileno(f), &kind) == 0 && S_ISREG(kind.st_mode);
        done = fwrite(image, 1, (size_t)size, f) == (size_t)size && fflush(f) == 0 &&
               fsync(fileno(f)) == 0;
        done = fclose(f) == 0 && done;
        if (!done && regular) { /* not /dev/full */
            remove(file);
        }
    }
    dls_free(image);
    return f && done;
}

/* In memory first: a disk that is full leaves the library with a file that it cannot close, and
   the process ends with a crash. */
void dls_io_build(const char *file, dls_int count, const char *const *paths,
                  const dls_dataset *sets, dls_io_send *send, void *to)
{
    const char *failed = "the file";
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    hid_t groups = H5Pcreate(H5P_LINK_CREATE), memory = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_create_intermediate_group(groups, 1);
    H5Pset_fapl_core(memory, 1 << 16, 0);
    hid_t id = H5Fcreate(file, H5F_ACC_TRUNC, H5P_DEFAULT, memory);
    bool done = id >= 0;
    for (dls_int k = 0; done && k < count; k++) {
        if (sets[k].type != DLS_DATASET_ABSENT) {
            failed = paths[k];
            done = write_dataset(id, groups, paths[k], &sets[k]);
        }
    }
    failed = done ? "is the disk full?" : failed;
    done = done && write_image(id, file);
    dls_record record = {0, done ? 0 : -1, ""};
    snprintf(record.what, sizeof record.what, "%.80s", failed);
    send(to, &record, NULL); /* the ids die with the process */
}
