//! Metadata of a document, in its dictionary and as XMP, which says the same and that it is PDF/UA-1 (ISO 14289-1, 7.1
//! and 5: title, and the part of the standard).

use lopdf::{Dictionary, Object, ObjectId, dictionary};
use xmp_writer::{DateTime, LangId, RenditionClass, Timezone, XmpWriter};

use super::builder::PdfBuilder;
use super::outline::text;
use super::packed::Packed;
use super::pages::Info;
use super::press::Press;

/// The program that makes documents, as they name it.
pub(super) const CREATOR: &str = concat!("skirmish ", env!("CARGO_PKG_VERSION"));
/// The library that writes them.
pub(super) const PRODUCER: &str = "printpdf";

/// Puts both into the document, instead of what printpdf says.
pub(super) fn add(builder: &mut PdfBuilder, info: &Info, press: Option<&Press>) -> Result<(), lopdf::Error> {
    let about = builder.document.trailer.get(b"Info").and_then(Object::as_reference)?;
    let mut dictionary = Dictionary::new();
    for (key, words) in [
        ("Title", info.title.as_str()),
        ("Author", info.author.as_str()),
        ("Subject", info.subject.as_str()),
        ("Creator", CREATOR),
        ("Producer", PRODUCER),
    ] {
        if !words.is_empty() {
            dictionary.set(key, text(words));
        }
    }
    if let Some(seconds) = date(info, press) {
        let date = Date::of(seconds).pdf();
        dictionary.set("CreationDate", Object::string_literal(date.clone()));
        dictionary.set("ModDate", Object::string_literal(date));
    }
    if let Some(press) = press {
        dictionary.set("Trapped", "False");
        // PDF/X-4 requires it only in XMP; some programs look for it here all the same.
        dictionary.set("GTS_PDFXVersion", text(press.standard.name()));
    }
    builder.document.set_object(about, dictionary);
    let metadata = metadata(builder, info, press);
    builder.document.catalog_mut()?.set("Metadata", metadata);
    Ok(())
}

/// Returns the creation date. The standards for presses want a date in any case; a fixed one keeps the file the same on
/// every run.
fn date(info: &Info, press: Option<&Press>) -> Option<i64> {
    /// The first second of 2000.
    const SOME: i64 = 946_684_800;
    info.date.or_else(|| press.map(|_| SOME))
}

/// Writes the XMP stream, uncompressed, for programs that don't read PDF.
fn metadata(builder: &mut PdfBuilder, info: &Info, press: Option<&Press>) -> ObjectId {
    let mut xmp = XmpWriter::new();
    xmp.title([(None, info.title.as_str())]);
    if !info.author.is_empty() {
        xmp.creator([info.author.as_str()]);
    }
    if !info.subject.is_empty() {
        xmp.description([(None, info.subject.as_str())]);
    }
    xmp.language([LangId(&info.language)]);
    xmp.format("application/pdf");
    xmp.creator_tool(CREATOR);
    xmp.producer(PRODUCER);
    if let Some(seconds) = date(info, press) {
        let date = Date::of(seconds);
        xmp.create_date(date.xmp());
        xmp.modify_date(date.xmp());
        if press.is_some() {
            xmp.metadata_date(date.xmp());
        }
    }
    if let Some(press) = press {
        xmp.pdfx_version(press.standard.name());
        xmp.trapped(false);
        // Two documents never have the same, and one has the same on every run.
        let id = format!("uuid:{}", builder.fingerprint_as_uuid());
        xmp.document_id(&id);
        xmp.instance_id(&id);
        xmp.version_id("1");
        xmp.rendition_class(RenditionClass::Default);
    }
    xmp.pdfua_part(1);
    let dictionary = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    builder.stream(dictionary, Packed::plain(xmp.finish(None).into_bytes()))
}

/// Returns the date of a Unix time in UTC, as TOML writes it: `2026-01-31`.
pub fn day(seconds: i64) -> String {
    let Date { year, month, day, .. } = Date::of(seconds);
    format!("{year:04}-{month:02}-{day:02}")
}

/// A date and a time of day, UTC.
struct Date {
    year: i64,
    month: i64,
    day: i64,
    /// Since midnight.
    seconds: i64,
}

impl Date {
    /// Converts seconds since 1970.
    fn of(seconds: i64) -> Self {
        let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        // Years start in March, which puts the leap day at the end of a year (Howard Hinnant's algorithm).
        let shifted = days + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Self { year, month, day, seconds: rest }
    }

    /// Returns hour, minute and second.
    fn clock(&self) -> [i64; 3] {
        [self.seconds / 3600, self.seconds / 60 % 60, self.seconds % 60]
    }

    /// Formats it for PDF: `D:20260131120000Z`.
    fn pdf(&self) -> String {
        let [hour, minute, second] = self.clock();
        format!("D:{:04}{:02}{:02}{hour:02}{minute:02}{second:02}Z", self.year, self.month, self.day)
    }

    /// Converts it for XMP.
    fn xmp(&self) -> DateTime {
        let small = |number: i64| u8::try_from(number).ok();
        let [hour, minute, second] = self.clock().map(small);
        DateTime {
            year: u16::try_from(self.year).unwrap_or(u16::MAX),
            month: small(self.month),
            day: small(self.day),
            hour,
            minute,
            second,
            timezone: Some(Timezone::Utc),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::builder::Built;

    #[test]
    fn dates_are_written_as_pdf_wants_them() {
        assert_eq!(Date::of(0).pdf(), "D:19700101000000Z");
        assert_eq!(Date::of(951_782_400).pdf(), "D:20000229000000Z");
        assert_eq!(Date::of(1_794_225_599).pdf(), "D:20261109115959Z");
    }

    #[test]
    fn dictionary_and_xmp_say_the_same() {
        let mut builder = PdfBuilder::new(lopdf::Document::with_version("1.7"));
        let about = builder.document.new_object_id();
        let catalog = builder.dictionary(dictionary! { "Type" => "Catalog" });
        builder.document.trailer.set("Info", about);
        builder.document.trailer.set("Root", catalog);
        let info = Info {
            title: "Swords & <shields>".to_owned(),
            language: "en-GB".to_owned(),
            date: Some(951_782_400),
            ..Info::default()
        };
        add(&mut builder, &info, None).unwrap();
        let Built { document, contents, .. } = builder.finish();
        let metadata = document.catalog().unwrap().get(b"Metadata").and_then(Object::as_reference).unwrap();
        let said = String::from_utf8(contents[&metadata.0].bytes().to_vec()).unwrap();
        for part in [
            "<pdfuaid:part>1</pdfuaid:part>",
            "Swords &amp; &lt;shields&gt;",
            "<rdf:li>en-GB</rdf:li>",
            "<xmp:CreateDate>2000-02-29T00:00:00Z</xmp:CreateDate>",
        ] {
            assert!(said.contains(part), "no {part} in {said}");
        }
        let about = document.get_dictionary(about).unwrap();
        assert_eq!(about.get(b"Title").and_then(Object::as_str).unwrap(), b"Swords & <shields>");
        assert_eq!(about.get(b"CreationDate").and_then(Object::as_str).unwrap(), b"D:20000229000000Z");
    }
}
