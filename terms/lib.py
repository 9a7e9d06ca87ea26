import re,subprocess,os,sys
os.chdir('/work/w/terms')
def files(*pats):
    out=subprocess.run(['git','ls-files','-z',*pats],capture_output=True,text=True).stdout.split('\0')
    return [f for f in out if f and os.path.isfile(f) and not os.path.islink(f)]
BIN=('.png','.otf','.ttf','.woff','.woff2','.xlsx','.ods','.jpg','.icc','.gif','.webp','.tiff','.bmp')
def sub(fs,*rules):
    n=0
    for f in fs:
        if f.endswith(BIN): continue
        try: t=open(f,encoding='utf-8',newline='').read()
        except UnicodeDecodeError: continue
        o=t
        for a,b in rules:
            t=re.sub(a,b,t,flags=re.M) 
        if t!=o:
            open(f,'w',encoding='utf-8',newline='').write(t); n+=1
    print(n,'files')
TEXT=[f for f in files() if not f.startswith(('CHANGELOG','Cargo.lock','fuzz/seeds','tests/fuzzed','tests/art/','tests/stored','fonts/','tests/snapshots'))]
