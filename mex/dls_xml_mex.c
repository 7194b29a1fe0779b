/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree = dls_xml_mex ('read', file, text)   the elements of XML text by libxml2: a struct of name,
   line, attributes (2-by-k cell: names, values), children (k-by-1 structs of the same kind).
   file: for messages. Nothing is fetched, expanded or put in from outside. */
#include <libxml/parser.h>
#include <string.h>

#include "dls_mex.h"

enum { DEEPEST = 200 };

typedef struct {
    const char *file;
    const unsigned char *text;
} inputs;

static const char *const fields[] = {"name", "line", "attributes", "children"};

static mxArray *attributes_of(const xmlNode *node)
{
    mwIndex count = 0;
    for (const xmlAttr *a = node->properties; a; a = a->next) {
        count++;
    }
    mxArray *cell = mxCreateCellMatrix(2, count);
    count = 0;
    for (const xmlAttr *a = node->properties; a; a = a->next) {
        const xmlNode *text = a->children;
        mxSetCell(cell, count++, mxCreateString((const char *)a->name));
        mxSetCell(cell, count++,
                  mxCreateString(text && text->content ? (const char *)text->content : ""));
    }
    return cell;
}

static void fill(mxArray *list, mwIndex at, const xmlNode *node, int depth)
{
    mwIndex count = 0;
    for (const xmlNode *c = node->children; c && depth < DEEPEST; c = c->next) {
        count += c->type == XML_ELEMENT_NODE;
    }
    mxArray *children = mxCreateStructMatrix(count, 1, 4, (const char **)fields);
    count = 0;
    for (const xmlNode *c = node->children; c && depth < DEEPEST; c = c->next) {
        if (c->type == XML_ELEMENT_NODE) {
            fill(children, count++, c, depth + 1);
        }
    }
    mxSetField(list, at, "name", mxCreateString((const char *)node->name));
    mxSetField(list, at, "line", mxCreateDoubleScalar((double)xmlGetLineNo(node)));
    mxSetField(list, at, "attributes", attributes_of(node));
    mxSetField(list, at, "children", children);
}

static void refuse(const char *file)
{
    const xmlError *error = xmlGetLastError();
    char text[200];
    int line = error ? error->line : 0;
    snprintf(text, sizeof text, "%s", error && error->message ? error->message : "not readable");
    text[strcspn(text, "\n")] = '\0';
    xmlResetLastError();
    dls_mex_error("delassus:format", "dls_read: %s is no XML: %s (line %d)", file, text, line);
}

/* The library would print what it tells us by xmlGetLastError. */
static void quiet(void *context, const char *message, ...)
{
    (void)context;
    (void)message;
}

static void read(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    xmlSetGenericErrorFunc(NULL, quiet);
    xmlDoc *doc = xmlReadMemory((const char *)I->text, (int)DLS_MEX_SIZE(to, 'k'), NULL, NULL,
                                XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
                                    XML_PARSE_COMPACT | XML_PARSE_NOCDATA);
    xmlSetGenericErrorFunc(NULL, NULL);
    xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;
    if (!root) {
        xmlFreeDoc(doc);
        refuse(I->file);
    }
    to->out[0] = mxCreateStructMatrix(1, 1, 4, (const char **)fields);
    fill(to->out[0], 0, root, 0);
    xmlFreeDoc(doc);
}

static const dls_mex_argument read_arguments[] = {DLS_MEX_ARGUMENT("file", TEXT, file, NULL, NULL),
                                                  DLS_MEX_ARGUMENT("text", BYTES, text, "k", NULL),
                                                  DLS_MEX_END};

static const dls_mex_call calls[] = {{"read", read_arguments, 1, read, 0}, DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_read", calls)
