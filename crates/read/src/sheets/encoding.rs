//! Decodes a sheet to text, from any encoding that spreadsheets use.

/// The encodings that `game.toml` may name.
pub(crate) const ENCODINGS: [&str; 22] = [
    "utf-8",
    "utf-16",
    "utf-16le",
    "utf-16be",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
    "iso-8859-2",
    "koi8-r",
    "macintosh",
    "big5",
    "euc-kr",
    "gbk",
    "iso-2022-jp",
    "shift_jis",
];

/// A sheet as text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// The encoding that was guessed, by its name in [`ENCODINGS`]; `None` if the file, or `game.toml`, names it.
    pub guess: Option<&'static str>,
}

/// Returns the text of a file, by the encoding of its byte order mark, else the named one, else a guess.
///
/// # Errors
/// The display name of the encoding in which the text is invalid.
#[cfg(feature = "workbooks")]
pub(crate) fn decode(bytes: &[u8], named: Option<&'static str>) -> Result<Decoded, &'static str> {
    let Encoding { encoding, mark, guess } = Encoding::of(bytes, named);
    let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes[mark..]);
    Ok(Decoded { text: text.ok_or_else(|| encoding.name())?.into_owned(), guess })
}

/// The encoding of a text file.
#[cfg(feature = "workbooks")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    encoding: &'static encoding_rs::Encoding,
    /// Bytes of the byte order mark.
    mark: usize,
    guess: Option<&'static str>,
}

/// Why a text can't be written in an encoding.
#[cfg(feature = "workbooks")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeError {
    /// The first character that the encoding lacks.
    pub letter: char,
    /// The name of the encoding.
    pub encoding: &'static str,
}

#[cfg(feature = "workbooks")]
impl Encoding {
    /// Returns the encoding of a file: by its byte order mark, else the named one, else a guess.
    pub fn of(bytes: &[u8], named: Option<&str>) -> Self {
        if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(bytes) {
            return Self { encoding, mark, guess: None };
        }
        if let Some(encoding) = named.and_then(|name| encoding_rs::Encoding::for_label(name.as_bytes())) {
            return Self { encoding, mark: 0, guess: None };
        }
        let (encoding, is_certain) = guess(bytes);
        let name = ENCODINGS.into_iter().find(|name| name.eq_ignore_ascii_case(encoding.name()));
        Self { encoding, mark: 0, guess: name.filter(|_| !is_certain) }
    }

    /// Returns the number of bytes of the byte order mark.
    pub fn mark(self) -> usize {
        self.mark
    }

    /// Returns the name of the encoding.
    pub fn name(self) -> &'static str {
        self.encoding.name()
    }

    /// Returns the text of a file, without the byte order mark; `None` if it is invalid.
    pub fn decode(self, bytes: &[u8]) -> Option<String> {
        let text = self.encoding.decode_without_bom_handling_and_without_replacement(bytes.get(self.mark..)?);
        text.map(std::borrow::Cow::into_owned)
    }

    /// Returns a text in the encoding, without a byte order mark.
    ///
    /// # Errors
    /// The encoding lacks a character of the text.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, EncodeError> {
        // The library encodes as browsers do, which never write UTF-16.
        if self.encoding == encoding_rs::UTF_16LE {
            return Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
        }
        if self.encoding == encoding_rs::UTF_16BE {
            return Ok(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
        }
        let fits = |text: &str| !self.encoding.encode(text).2;
        if fits(text) {
            return Ok(self.encoding.encode(text).0.into_owned());
        }
        let letter = text.chars().find(|letter| !fits(letter.encode_utf8(&mut [0; 4]))).unwrap_or_default();
        Err(EncodeError { letter, encoding: self.encoding.name() })
    }
}

/// Guesses the encoding of a text without a byte order mark, and whether there is no doubt. Letters of UTF-16 have a zero in
/// every other byte; invalid UTF-8 comes from an older program.
#[cfg(feature = "workbooks")]
fn guess(bytes: &[u8]) -> (&'static encoding_rs::Encoding, bool) {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
    let zeros = |from: usize| bytes.iter().skip(from).step_by(2).take(1000).filter(|byte| **byte == 0).count();
    let most = bytes.len().min(2000) / 4;
    if most > 0 && zeros(1) > most {
        (encoding_rs::UTF_16LE, true)
    } else if most > 0 && zeros(0) > most {
        (encoding_rs::UTF_16BE, true)
    } else if std::str::from_utf8(bytes).is_ok() {
        (encoding_rs::UTF_8, true)
    } else {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(bytes, true);
        let found = detector.guess(None, Utf8Detection::Deny);
        let is_known = ENCODINGS.iter().any(|name| name.eq_ignore_ascii_case(found.name()));
        (if is_known { found } else { encoding_rs::WINDOWS_1252 }, false)
    }
}

/// Returns the text of a file: the page of the tracker is made of sheets in UTF-8.
#[cfg(not(feature = "workbooks"))]
pub(crate) fn decode(bytes: &[u8], _: Option<&'static str>) -> Result<Decoded, &'static str> {
    let text = std::str::from_utf8(bytes).map_err(|_| "UTF-8")?;
    Ok(Decoded { text: text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(), guess: None })
}

#[cfg(all(test, feature = "workbooks"))]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_found_out() {
        let text = "name;Stärke\n“Þór” – 5 €;2\n";
        let utf16 = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        let with = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        let latin = b"name;St\xe4rke\n\x93\xde\xf3r\x94 \x96 5 \x80;2\n".to_vec();
        let all = [
            (text.as_bytes().to_vec(), None),
            (with(&[0xEF, 0xBB, 0xBF], text.as_bytes()), None),
            (utf16(u16::to_le_bytes), None),
            (utf16(u16::to_be_bytes), None),
            (with(&[0xFF, 0xFE], &utf16(u16::to_le_bytes)), None),
            (with(&[0xFE, 0xFF], &utf16(u16::to_be_bytes)), None),
            (latin, Some("windows-1252")),
        ];
        for (bytes, guess) in all {
            assert_eq!(decode(&bytes, None), Ok(Decoded { text: text.to_owned(), guess }));
        }
    }

    #[test]
    fn older_sheets_of_other_scripts_are_found_out() {
        let all = [
            ("windows-1250", "Jméno;Útok;Text\nŽluťoučký kůň;3;Příliš dlouhý boj končí, vezmi si žeton.\n"),
            ("windows-1251", "Название;Сила;Текст\nМеч;3;Нанесите два урона и возьмите карту.\n"),
            ("shift_jis", "名前,攻撃,効果\n剣,3,相手に二ダメージを与える。\n盾,1,次の攻撃を防ぐ。\n"),
            ("gbk", "名称,攻击,效果\n长剑,3,对一名对手造成两点伤害。\n盾牌,1,抵挡下一次攻击。\n"),
            ("euc-kr", "이름,공격,효과\n검,3,상대에게 피해를 둘 준다.\n방패,1,다음 공격을 막는다.\n"),
        ];
        for (name, text) in all {
            let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).expect("a name");
            let (bytes, _, lost) = encoding.encode(text);
            assert!(!lost, "{name}");
            let found = decode(&bytes, None).expect("a text");
            assert_eq!(found.text, text, "{name} is taken for {:?}", found.guess);
            assert_eq!(decode(&bytes, Some(name)), Ok(Decoded { text: text.to_owned(), guess: None }));
        }
    }

    #[test]
    fn every_name_is_one_of_an_encoding() {
        for name in ENCODINGS {
            assert!(encoding_rs::Encoding::for_label(name.as_bytes()).is_some(), "{name}");
        }
    }

    #[test]
    fn what_is_told_is_tried_alone() {
        assert_eq!(decode(b"St\xe4rke", Some("utf-8")), Err("UTF-8"));
        assert_eq!(decode("Stärke".as_bytes(), Some("windows-1252")).unwrap().text, "StÃ¤rke");
        assert_eq!(decode(b"abc", Some("utf-16le")), Err("UTF-16LE"));
        assert_eq!(decode(b"", None), Ok(Decoded { text: String::new(), guess: None }));
    }
}
