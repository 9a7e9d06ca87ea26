from lib import *
import shutil
for d in files():
    if '/art/light/' in d or (d.startswith('card-data') and '/book/light/' in d):
        n=d.replace('/light/','/low-ink/'); os.makedirs(os.path.dirname(n),exist_ok=True)
        subprocess.run(['git','mv','-f',d,n],check=True)
T=[f for f in TEXT if os.path.isfile(f) or True]
T=[f for f in T if os.path.isfile(f)]+files('fuzz/seeds/*')
sub([f for f in T if f not in('tests/stored',)],(r'(art|book)/light\b',r'\1/low-ink'),(r'\bonly-light\b','only-low-ink'),(r'\bonly-ligth\b','only-low-kni'))
sub(files('*.toml','*.md','*.txt','*.rs','*.case','fuzz/words/*','fuzz/seeds/*'),(r'(?<![\w#!])\[light\]','[low-ink]'))
sub(['src/face/classes.rs'],(r'\["full", "light"\]','["full", "low-ink"]'))
sub(['tests/faults/template-unknown-colour.case'],(r'`full`, `light`','`full`, `low-ink`'))
sub(['src/read/colours.rs'],(r'table\("light"','table("low-ink"'))
sub(['src/proof/unused.rs'],(r'/light/"','/low-ink/"'))
sub(['docs/pieces.md'],(r'`colours`, `light`','`colours`, `low-ink`'))
sub(['tests/warband/files.rs'],)
sub(files('*.toml','*.md','*.rs','*.case','tests/seeded/*','fuzz/seeds/*'),(r'^(["+-]? ?)light = \{',r'\1low-ink = {'),(r'(?<=[ `,{])light = \{ (?=\w+ = "#)',r'low-ink = { '))
sub(files('src/game/colour.rs','src/face/classes.rs','src/read/colour*.rs'),(r'\.light\b','.low'),(r'^(\s+)light: light\.map',r'\1low: low.map'),(r'let light = owner','let low = owner'),(r'pub light:','pub low:'),(r'light: map\(light\)','low: map(light)'),(r'\{ full, light: ','{ full, low: '),(r'\bof_light\b','of_low'))
sub(['src/face/library.rs'],(r'let light = format','let low = format'),(r'vec!\[light, full\]','vec![low, full]'),(r'a lighter one where ink is spared and there is one','the low-ink version if it is printed and exists'))
sub(['src/proof/unused.rs'],(r'the lighter one of a drawing','the low-ink version of a drawing'),(r'\blighter\(','is_low_ink('))
sub(['src/job/work.rs','src/job/changed.rs'],(r'let light = ','let low = '),(r'\{light\}','{low}'))
sub(['src/job/printing.rs'],(r' in light ink',' in low ink'))
