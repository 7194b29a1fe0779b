/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_inflate: a zlib stream, as in MAT-files. */
#include <string.h>
#include <zlib.h>

#include "io/io.h"

/* The output grows with what has come out: a stream cannot ask for more than it holds. */
dls_error dls_inflate(const void *bytes, dls_int count, dls_int most, unsigned char **out,
                      dls_int *size, dls_fault *fault)
{
    z_stream z;
    memset(&z, 0, sizeof z);
    *out = NULL;
    *size = 0;
    dls_int room = 0;
    int state = count < 0 || count > INT32_MAX ? Z_DATA_ERROR : inflateInit(&z);
    bool started = state == Z_OK, memory = true;
    z.next_in = (Bytef *)(uintptr_t)bytes; /* zlib does not write there */
    z.avail_in = (uInt)(started ? count : 0);
    while (state == Z_OK && memory && *size < most) {
        if (*size == room) {
            dls_int more = room > 0 ? 2 * room : 4 * count + 64;
            more = DLS_MIN(DLS_MIN(more, room + INT32_MAX), most);
            unsigned char *grown = dls_grow(*out, more, 1);
            memory = grown != NULL;
            *out = memory ? grown : *out;
            room = memory ? more : room;
        }
        z.next_out = *out + *size;
        z.avail_out = (uInt)(room - *size);
        state = memory ? inflate(&z, Z_NO_FLUSH) : Z_MEM_ERROR;
        *size = room - (dls_int)z.avail_out;
    }
    if (started) {
        inflateEnd(&z);
    }
    if (state == Z_STREAM_END || (state == Z_OK && memory && most > 0)) {
        return DLS_OK;
    }
    dls_free(*out);
    *out = NULL;
    return state == Z_MEM_ERROR
               ? dls_fail_memory(fault)
               : dls_fail(fault, DLS_ERROR_FORMAT, "the compressed data are damaged");
}

void dls_bytes_free(unsigned char *bytes)
{
    dls_free(bytes);
}
