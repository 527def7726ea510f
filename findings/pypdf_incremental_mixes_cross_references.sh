#!/usr/bin/env bash
# pypdf's incremental writer appends a cross-reference *stream* to a PDF 1.4 with a plain table.
#
# Guess:  a file that is changed by an incremental update keeps its kind of cross references: what
#         begins as %PDF-1.4 with an xref table gets a further xref table (ISO 32000-1, 7.5.6), so that
#         whoever reads 1.4 only still finds the change.
# Seen:   pypdf 7.1.1, PdfWriter(file, incremental=True), one TrimBox set, write: the head stays
#         %PDF-1.4, the added part has /Type /XRef (a feature of 1.5) and no xref table, no
#         trailer; the last startxref leads to the stream. A reader of the table alone sees the page
#         as it was, without the box. Written whole (incremental=False) it has a table again.
# So:     a program that tells boxes of a page to a printer writes the added table itself, or
#         writes the whole file anew.
#
# Ends with 0 while this is so, with 1 when it does something else.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install --disable-pip-version-check "pypdf==7.1.1" 2>/dev/null

cat >"$work/update.py" <<'PYTHON'
import io, re, sys
from pypdf import PdfReader, PdfWriter
from pypdf.generic import RectangleObject

parts, places = [b"%PDF-1.4\n"], []
for number, text in enumerate((
    b"<< /Type /Catalog /Pages 2 0 R >>",
    b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>",
), start=1):
    places.append(sum(map(len, parts)))
    parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, text))
start = sum(map(len, parts))
parts.append(b"xref\n0 4\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % p for p in places))
parts.append(b"trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start)
before = b"".join(parts)

def boxed(incremental):
    writer = PdfWriter(io.BytesIO(before), incremental=True) if incremental else PdfWriter(clone_from=io.BytesIO(before))
    writer.pages[0].trimbox = RectangleObject((10, 10, 290, 190))
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()

added = boxed(True)
assert added.startswith(before)
tail = added[len(before):]
last = int(re.search(rb"startxref\s+(\d+)\s+%%EOF\s*\Z", added)[1])
seen = {
    "head": added[:8].decode(),
    "stream": b"/Type /XRef" in tail,
    "table": b"\nxref\n" in tail,
    "startxref leads to": added[last:last + 7].split(b" ")[-1][:3].decode(),
    "pypdf itself reads the box": [float(n) for n in PdfReader(io.BytesIO(added)).pages[0].trimbox] == [10, 10, 290, 190],
    "whole file has a table": b"\nxref\n" in boxed(False),
}
print(seen)
good = seen["head"] == "%PDF-1.4" and seen["stream"] and not seen["table"] and seen["whole file has a table"]
sys.exit(0 if good and seen["pypdf itself reads the box"] else 1)
PYTHON
"$work/venv/bin/python" "$work/update.py"
