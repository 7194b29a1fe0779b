/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_hdf5_write. */
#include <hdf5.h>
#include <stdio.h>
#include <string.h>

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

dls_error dls_hdf5_write(const char *file, dls_int count, const char *const *paths,
                         const dls_dataset *sets, dls_fault *fault)
{
    const char *failed = "the file";
    bool done = false;
    H5E_BEGIN_TRY
    {
        hid_t groups = H5Pcreate(H5P_LINK_CREATE);
        H5Pset_create_intermediate_group(groups, 1);
        hid_t id = H5Fcreate(file, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        done = id >= 0;
        for (dls_int k = 0; done && k < count; k++) {
            if (sets[k].type != DLS_DATASET_ABSENT) {
                failed = paths[k];
                done = write_dataset(id, groups, paths[k], &sets[k]);
            }
        }
        done = id >= 0 && H5Fclose(id) >= 0 && done;
        if (id >= 0 && !done) {
            remove(file);
        }
        H5Pclose(groups);
    }
    H5E_END_TRY
    return done ? DLS_OK
                : dls_fail(fault, DLS_ERROR_FILE, "'%.200s' cannot be written (%.80s)", file,
                           failed);
}
