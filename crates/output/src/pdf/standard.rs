//! Document-level requirements of the PDF standards for presses.

use lopdf::{Dictionary, Object, dictionary};

use super::builder::PdfBuilder;
use super::outline::text;
use super::packed::pack;
use super::press::Press;
use crate::raster;

/// Says for which press the inks are meant, and puts its profile in.
pub(super) fn add_intent(builder: &mut PdfBuilder, press: &Press) -> Result<(), lopdf::Error> {
    let profile = &press.inks.profile;
    let embedded = builder.stream(dictionary! { "N" => 4, "Alternate" => "DeviceCMYK" }, pack(profile.bytes.clone()));
    let mut intent = dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFX",
        "OutputConditionIdentifier" => text(profile.condition.unwrap_or("Custom")),
        "OutputCondition" => text(&profile.name),
        "Info" => text(&profile.name),
        "DestOutputProfile" => embedded,
    };
    if profile.condition.is_some() {
        intent.set("RegistryName", Object::string_literal("http://www.color.org"));
    }
    let intent = builder.dictionary(intent);
    builder.document.catalog_mut()?.set("OutputIntents", vec![intent.into()]);
    Ok(())
}

/// Says that red, green and blue are those of sRGB, and puts its profile in.
pub(super) fn add_srgb_intent(builder: &mut PdfBuilder) -> Result<(), lopdf::Error> {
    let Some(profile) = raster::srgb_profile() else { return Ok(()) };
    let embedded = builder.stream(dictionary! { "N" => 3, "Alternate" => "DeviceRGB" }, pack(profile));
    let intent = builder.dictionary(dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFA1",
        "OutputConditionIdentifier" => text("sRGB"),
        "Info" => text("sRGB IEC61966-2.1"),
        "DestOutputProfile" => embedded,
    });
    builder.document.catalog_mut()?.set("OutputIntents", vec![intent.into()]);
    Ok(())
}

/// Returns the colours of a die line, each a plate of its own, with their look on a screen.
pub(super) fn die_colours() -> Dictionary {
    let plate = |name: &str, looks: [i64; 4]| -> Object {
        let inks = |inks: [i64; 4]| -> Object { inks.map(Object::from).to_vec().into() };
        let tint = dictionary! {
            "FunctionType" => 2,
            "Domain" => vec![0.into(), 1.into()],
            "C0" => inks([0; 4]),
            "C1" => inks(looks),
            "N" => 1,
        };
        vec!["Separation".into(), name.into(), "DeviceCMYK".into(), tint.into()].into()
    };
    dictionary! { "Cut" => plate("Cut", [0, 1, 0, 0]), "Crease" => plate("Crease", [1, 0, 0, 0]) }
}
