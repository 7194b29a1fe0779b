/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dls_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dls_reader.h"

struct dls_library {
    void *object; /* of dlopen */
    void (*close)(void *data);
    dls_library_host host;
    dls_motion_model model;
};

typedef dls_error (*opener)(const dls_library_host *host, dls_motion_model *model,
                            dls_fault *fault);

/* C knows no conversion from an object to a function; POSIX promises that this is one. */
static void find(void *object, const char *name, void *function, size_t size)
{
    void *symbol = dlsym(object, name);
    memcpy(function, &symbol, size);
}

static void drop(dls_library *K)
{
    if (K->object) {
        dlclose(K->object);
    }
    free(K);
}

/* What is wrong with the library, NULL: nothing */
static const char *open_model(dls_library *K, dls_fault *fault)
{
    opener open;
    const int *version = dlsym(K->object, "dls_library_version");
    find(K->object, "dls_library_open", &open, sizeof open);
    find(K->object, "dls_library_close", &K->close, sizeof K->close);
    if (!version || !open) {
        return "has no dls_library_version or no dls_library_open; expected both, see delassus.h";
    } else if (*version != DLS_LIBRARY_VERSION) {
        return "was compiled with another delassus.h; compile it again";
    }
    K->host.full = dls_motion_full;
    K->host.sparse = dls_motion_sparse;
    strcpy(fault->text, "does not open");
    dls_error error = open(&K->host, &K->model, fault);
    K->host.numbers = NULL;
    K->model.nq = K->model.nq ? K->model.nq : K->model.n;
    return error ? fault->text : NULL;
}

dls_library *dls_library_new(const mxArray *model)
{
    char file[4096];
    const mxArray *name = mxGetField(model, 0, "library");
    const mxArray *numbers = mxGetField(model, 0, "numbers");
    bool text = dls_mex_is_data(name) && mxIsChar(name) && !mxGetString(name, file, sizeof file);
    bool real = dls_mex_is_data(numbers) && mxIsDouble(numbers) && !mxIsComplex(numbers) &&
                !mxIsSparse(numbers);
    if (!text || !real) {
        dls_mex_error("delassus:type",
                      "dls_model: expected the file of a library, and real numbers");
    }
    dls_library *K = calloc(1, sizeof *K);
    if (!K) {
        dls_mex_error("delassus:outOfMemory", "dls_model: no memory for a library");
    }
    K->host.numbers = mxGetPr(numbers);
    K->host.count = (dls_int)mxGetNumberOfElements(numbers);
    K->object = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    dls_fault fault;
    const char *wrong = K->object ? open_model(K, &fault) : dlerror();
    if (wrong) {
        char text[600];
        snprintf(text, sizeof text, "dls_model: the library '%.200s' %s%.350s", file,
                 K->object ? "" : "is not loaded: ", wrong);
        drop(K);
        dls_mex_error("delassus:library", "%s", text);
    }
    return K;
}

dls_motion_model dls_library_model(const dls_library *K)
{
    return K->model;
}

void dls_library_free(dls_library *K)
{
    if (K->close) {
        K->close(K->model.data);
    }
    drop(K);
}

mxArray *dls_library_sizes(const mxArray *model)
{
    static const char *const fields[] = {"n", "nq", "nx", "nb", "nu", "d"};
    dls_library *K = dls_library_new(model);
    const dls_motion_model m = K->model;
    dls_library_free(K);
    const double found[] = {(double)(m.n - m.nx), (double)(m.nq - m.nx), (double)m.nx,
                            (double)m.nb,         (double)m.nu,          (double)m.d};
    return dls_mex_numbers(6, fields, found);
}
