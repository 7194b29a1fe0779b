#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: pdf.sh FOLDER
# Prints the pages of the manual in FOLDER, in the order of its list, to FOLDER/delassus.pdf.
set -eu
cd "$1"
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
{
    echo '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Delassus</title>'
    printf '<base href="file://%s/"><link rel="stylesheet" href="style.css">' "$PWD"
    echo '<style>section { break-before: page } pre { white-space: pre-wrap }</style>'
    pages=$(sed -n '/<nav/,/<\/nav>/s/.*<li><a href="\([a-z-]*\.html\)".*/\1/p' index.html | grep -v search)
    for page in $pages dls_*.html; do
        echo '<section><main>'
        sed -n '/<main>/,/<\/main>/p' "$page" | sed 's/<main>//; s/<\/main>//'
        echo '</main></section>'
    done
} >"$work/all.html"
chromium --headless --no-sandbox --disable-gpu --allow-file-access-from-files --user-data-dir="$work/profile" \
    --no-pdf-header-footer --print-to-pdf="$PWD/delassus.pdf" "file://$work/all.html" 2>/dev/null
head -c 5 delassus.pdf | grep -q '%PDF-'
ls -l delassus.pdf
