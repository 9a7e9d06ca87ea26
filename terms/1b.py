from lib import *
sub(['tests/pdf_geometry.rs'],(r'^    Long,','    LongEdge,'),(r'^    Short,','    ShortEdge,'),(r'^    Fold,','    Gutterfold,'),(r'^    flip: Backs','    backs: Backs'),(r'\bpages, flip\b','pages, backs'),(r'"long"','"long-edge"'),(r'"short"','"short-edge"'),(r'\("fold", "-fold"\)','("gutterfold", "-fold")'),(r'Gutterfold, "fold"','Gutterfold, "gutterfold"'))
sub(['tests/packs/paper.rs','tests/pieces.rs'],(r'\("long", ','("long-edge", '),(r'\("short", ','("short-edge", '),(r'flip == "long"','flip == "long-edge"'))
sub(['tests/press/printed.rs'],(r'\("x4", ','("pdfx-4", '),(r'\("x1a", ','("pdfx-1a", '))
sub(['tests/art.rs'],(r'&\["screen"\]','&["images"]'))
sub(['tests/listing.rs'],(r'"tgc", "screen"\]','"tgc", "images"]'),(r'\["full", "light"\] \{','["full", "low"] {'))
sub(['tests/battling_print.rs','tests/warband_print.rs'],(r'= \["full", "light"\]\.map','= ["full", "low"].map'))
sub(['tests/sheets/railway.rs'],(r'\("screen", "screen-part','("images", "images-part'))
sub(['tests/warband/files.rs'],(r'"art/light"','"art/low-ink"'))
sub(['docs/packs.md'],(r'`long`, `short`, `fold`, `none` \| `long`','`long-edge`, `short-edge`, `gutterfold`, `none` | `long-edge`'))
sub(['src/bin/skirmish/args/examples.rs'],(r'backs short-edge                flip','backs short-edge          flip'),(r'--ink low                 line','--ink low                  line'),
(r'--target mpc       images to','--target mpc    images to'),
(r'--target press --out press   CMYK','--target press --out press  CMYK'),(r'--target mpc --stock m31     on','--target mpc --stock m31  on'),(r'--target cut                 for','--target cut              for'),(r'--target tts                  for','--target tts               for'),(r'--target html                the','--target html             the'),(r'--target press    with','--target press with'),(r'--only trip --target images --ink low  line','--only trip --target images --ink low  line'),
(r'--readings 9.8 10.1 9.8 10.3 10 10.1 10 10.3  save','--readings 9.8 10.1 9.8 10.3 10 10.1 10 10.3'))
