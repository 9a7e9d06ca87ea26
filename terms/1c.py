from lib import *
sub(['tests/pdf_geometry.rs'],(r'Sheets \{ paper, flip, ','Sheets { paper, backs: flip, '))
sub(['src/bin/skirmish/args/examples.rs'],(r'--ink low                  line','--ink low                   line'.replace('   line','  line')),(r'--target press with','--target press  with'),(r'images to order from a print service','images for a print service'))
sub(['tests/diff.rs','tests/program.rs'],(r'"screen-part','"images-part'))
sub(['tests/pdf_geometry.rs'],(r'sheets\.flip\b','sheets.backs'),(r'\("fold", "-fold"\)','("gutterfold", "-fold")'))
