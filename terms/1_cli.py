from lib import *
T=[f for f in TEXT if not f.endswith(('.css','.svg')) and not f.startswith(('src/book/html','card-data'))]
C=r'(?<![\w-])'
rules=[
 (C+r'--for "?screen\b', '--target images'), (r'"--for", "screen"', '"--target", "images"'),
 (C+r'--for(?![\w-])(?!-)', '--target'),
 (C+r'--flip(?![\w-])', '--backs'),
 (r'(--backs(?:", "|[ =]))long\b(?!-)', r'\1long-edge'),
 (r'(--backs(?:", "|[ =]))short\b(?!-)', r'\1short-edge'),
 (r'(--backs(?:", "|[ =]))fold\b', r'\1gutterfold'),
 (r'(--ink(?:", "|[ =]))light\b', r'\1low'),
 (C+r'--standard(?![\w-])', '--pdf-standard'),
 (r'(--pdf-standard(?:", "|[ =]))x4\b', r'\1pdfx-4'),
 (r'(--pdf-standard(?:", "|[ =]))x1a\b', r'\1pdfx-1a'),
 (r'(--pdf-standard(?:", "|[ =]))rgb\b', r'\1none'),
 (C+r'--pictures-at(?![\w-])', '--image-url'),
 (C+r'--revision-marks(?![\w-])', '--change-bars'),
 (r'(?<=[-\w/"{}])-light\.(pdf|svg|dxf)', r'-low-ink.\1'),
 (r'\bscreen-light/', 'images-low-ink/'),
 (r'(output/[\w{}-]+)/screen/', r'\1/images/'), (r'(output/[\w{}-]+)/screen\b', r'\1/images'),
 (r'"screen/', '"images/'),
]
sub([f for f in T if f not in('src/text/fonts.rs',)],*rules)
sub(['src/bin/skirmish/diff.rs','tests/diff.rs','docs/reprinting.md','src/bin/skirmish/args/examples.rs'],(r'"?'+C+r'--page(?![\w-])',lambda m:m.group(0).replace('--page','--html')))
sub(['src/bin/skirmish/diff.rs'],(r'page: bool','html: bool'),(r'self\.page','self.html'))
sub(['tests/calibrate.rs','src/job/calibrate.rs','src/bin/skirmish/args/examples.rs','docs/problems.md','docs/packs.md'],(C+r'--read(?![\w-])','--readings'))
sub(['src/bin/skirmish/args/mod.rs'],(r'requires = "read"','requires = "readings"'),(r'pub read: Option','pub readings: Option'),(r'\["name", "read"\]','["name", "readings"]'),(r'#\[arg\(long = "for", value_enum','#[arg(long, value_enum'),(r'\bCheckFor\b','CheckTarget'))
sub(['src/bin/skirmish/main.rs'],(r'\bCheckFor\b','CheckTarget'),(r'paper, name, read, list','paper, name, readings, list'),(r'let readings = read\.and_then','let readings = readings.and_then'))
sub(['src/bin/skirmish/args/build.rs','src/bin/skirmish/args/choices.rs'],
 (r'#\[arg\(long = "for", value_enum','#[arg(long, value_enum'),(r'\bFor::','TargetChoice::'),(r'\bFor\b(?=[,;) {]|$)',"TargetChoice"),(r'\bflip\b','backs'),(r'\bFlip\b','Backs'),
 (r'\bstandard: StandardChoice','pdf_standard: StandardChoice'),(r'self\.standard','self.pdf_standard'),(r'pictures_at','image_url'),(r'revision_marks','change_bars'),
 (r'\bScreen\b','Images'))
sub(['src/bin/skirmish/args/choices.rs'],(r'flipped on the (\w+) edge',r'flipped on the \1 edge'),
 (r'    Long,','    LongEdge,'),(r'    Short,','    ShortEdge,'),(r'    Fold,','    Gutterfold,'),(r'Backs::Long => Self::Long','Backs::LongEdge => Self::LongEdge'),(r'Backs::Short => Self::Short','Backs::ShortEdge => Self::ShortEdge'),(r'Backs::Fold => Self::Fold','Backs::Gutterfold => Self::Gutterfold'),
 (r'(PDF/X-4: CMYK.*\n\s*#\[default\]\n)\s*X4,','\\1    #[value(name = "pdfx-4")]\n    X4,'),(r'(PDF/X-1a: CMYK.*\n)\s*X1a,','\\1    #[value(name = "pdfx-1a")]\n    X1a,'),
 (r'/// RGB, for shops that convert to CMYK themselves\n    Rgb,','/// RGB, for shops that convert to CMYK themselves\n    None,'),(r'StandardChoice::Rgb','StandardChoice::None'),
 (r'    Light,','    Low,'),(r'InkChoice::Light => Self::Light','InkChoice::Low => Self::Low'),(r', to fold and glue \(gutterfold\)',', to fold and glue'))
R=files('src/*.rs','tests/*.rs','benches/*.rs','web/*.rs','xtask/*.rs','fuzz/*.rs')
sub(R,(r'\bInk::Light\b','Ink::Low'),(r'\bTarget::Screen\b','Target::Images'),(r'\bSelf::Screen\b','Self::Images'),(r'\bFlip::Long\b','Backs::LongEdge'),(r'\bFlip::Short\b','Backs::ShortEdge'),(r'\bFlip::Fold\b','Backs::Gutterfold'),(r'\bFlip::None\b','Backs::None'),(r'\bFlip\b','Backs'),(r'\bbuild_screen\b','build_images'),(r'\bpictures_at\b','image_url'),(r'\brevision_marks\b','change_bars'))
sub(['src/job/request.rs'],(r'    Screen,','    Images,'))
sub(['src/sheet/mod.rs'],(r'^    Long,','    LongEdge,'),(r'^    Short,','    ShortEdge,'),(r'^    Fold,','    Gutterfold,'))
sub(['src/game/colour.rs'],(r'^    Light,','    Low,'))
sub(files('src/sheet/*.rs','src/job/*.rs','src/pdf/*.rs','tests/*.rs'),(r'\b((?:home|self)\.)flip\b',r'\1backs'),(r'pub flip: Backs','pub backs: Backs'),(r'(Home \{ [^{}]*?)\bflip,',r'\1backs: flip,'),(r'(Self \{ )flip,',r'\1backs: flip,'),(r'(Home \{ (?:[^{}]*, )?)flip: ',r'\1backs: '))
sub(files('src/job/*.rs'),(r'screen\{\}"','images{}"'),(r'"mpc", "screen"\]','"images", "mpc"]'),(r'\.replaced-screen','.replaced-images'),(r'\{ "-light" \} else','{ "-low-ink" } else'))
