//! Metadata of a document, in its dictionary and as XMP, which says the same and that it is PDF/UA-1 (ISO 14289-1, 7.1
//! and 5: title, and the part of the standard).

use lopdf::{Dictionary, Object, ObjectId, dictionary};
use xmp_writer::{DateTime, LangId, RenditionClass, Timezone, XmpWriter};

use super::builder::PdfBuilder;
use super::outline::text;
use super::packed::Packed;
use super::pages::Info;
use super::press::Press;
use crate::calendar::Date;

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
        let date = pdf_date(&Date::of(seconds));
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
        xmp.create_date(xmp_date(&date));
        xmp.modify_date(xmp_date(&date));
        if press.is_some() {
            xmp.metadata_date(xmp_date(&date));
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

/// Formats a date for PDF: `D:20260131120000Z`.
fn pdf_date(date: &Date) -> String {
    let [hour, minute, second] = date.clock();
    format!("D:{:04}{:02}{:02}{hour:02}{minute:02}{second:02}Z", date.year, date.month, date.day)
}

/// Converts a date for XMP.
fn xmp_date(date: &Date) -> DateTime {
    let small = |number: i64| u8::try_from(number).ok();
    let [hour, minute, second] = date.clock().map(small);
    DateTime {
        year: u16::try_from(date.year).unwrap_or(u16::MAX),
        month: small(date.month),
        day: small(date.day),
        hour,
        minute,
        second,
        timezone: Some(Timezone::Utc),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::builder::Built;

    #[test]
    fn dates_are_written_as_pdf_wants_them() {
        assert_eq!(pdf_date(&Date::of(0)), "D:19700101000000Z");
        assert_eq!(pdf_date(&Date::of(951_782_400)), "D:20000229000000Z");
        assert_eq!(pdf_date(&Date::of(1_794_225_599)), "D:20261109115959Z");
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
