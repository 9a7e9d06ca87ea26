//! The settings of the screen; they are kept from one game to the next.

use std::collections::{BTreeMap, BTreeSet};

use egui::Vec2;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::look::{Contrast, Theme};
use super::preferences::Preferences;
use crate::ordered;
use crate::table::{PlayerColour, PlayerConfig, from_json, from_value};

/// How large labels are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextSize {
    /// As drawn.
    #[default]
    Middle,
    /// A seventh larger.
    Large,
    /// A third larger.
    Huge,
    /// As huge, with everything else up to half as large again, as far as the screen has room.
    Giant,
}

impl TextSize {
    /// How much larger than drawn.
    pub const fn scale(self) -> f32 {
        match self {
            Self::Middle => 1.0,
            Self::Large => 1.15,
            Self::Huge | Self::Giant => 1.3,
        }
    }

    /// How much larger everything is on a screen of a size in points: a tablet keeps the room of a small one for eight
    /// players, a phone that of the smallest.
    pub fn zoom(self, screen: Vec2) -> f32 {
        let (short, long) = (screen.min_elem(), screen.max_elem());
        let room = if short >= 680.0 { [680.0, 1024.0] } else { [360.0, 640.0] };
        let zoom = (short / room[0]).min(long / room[1]);
        if self == Self::Giant { zoom.clamp(1.0, 1.5) } else { 1.0 }
    }

    /// The next size; the first after the last.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Middle => Self::Large,
            Self::Large => Self::Huge,
            Self::Huge => Self::Giant,
            Self::Giant => Self::Middle,
        }
    }

    /// Returns its name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Middle => "Middle",
            Self::Large => "Large",
            Self::Huge => "Huge",
            Self::Giant => "Giant",
        }
    }
}

/// A clock on the panels of the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClockKind {
    /// None.
    #[default]
    Off,
    /// How long the turn takes, for the player on turn.
    Turn,
    /// How many minutes each player has left for all turns, as on a chess clock.
    Each(u8),
}

impl ClockKind {
    /// All kinds, in the order in which they are offered.
    const ALL: [Self; 7] =
        [Self::Off, Self::Turn, Self::Each(5), Self::Each(10), Self::Each(20), Self::Each(30), Self::Each(60)];

    /// The next kind; the first after the last.
    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|kind| *kind == self).unwrap_or_default();
        Self::ALL[(at + 1) % Self::ALL.len()]
    }

    /// Returns its name.
    pub fn word(self) -> String {
        match self {
            Self::Off => "off".to_owned(),
            Self::Turn => "turn by turn".to_owned(),
            Self::Each(minutes) => format!("{minutes} minutes each"),
        }
    }
}

/// The settings of the screen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Dark or light.
    pub theme: Theme,
    /// The contrast of colours.
    pub contrast: Contrast,
    /// How large labels are.
    pub text: TextSize,
    /// The clock on the panels.
    pub clock: ClockKind,
    /// True for sounds and vibration at new turns, refusals and the end, on devices that have them.
    pub cues: bool,
    /// The games whose table people have seen here, by id: they get no hint any more.
    pub seen: BTreeSet<String>,
    /// Names of players who have played here, the latest first.
    pub names: Vec<String>,
    /// The shield that each of them had last, by name.
    #[serde(rename = "liveries", deserialize_with = "lenient")]
    pub shields: BTreeMap<String, PlayerColour>,
    /// The last setup of each game, by the game's id.
    #[serde(deserialize_with = "by_game")]
    pub last: BTreeMap<String, Value>,
    /// What people made for a game, such as warbands, by the game's id, the latest first.
    pub own: BTreeMap<String, Vec<Value>>,
    /// What the device is set to.
    #[serde(skip)]
    pub device: Preferences,
}

/// An unknown shield is none, and keeps nothing else from being read.
fn lenient<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, PlayerColour>, D::Error> {
    let all = BTreeMap::<String, Value>::deserialize(deserializer)?;
    Ok(all.into_iter().filter_map(|(name, shield)| Some((name, from_value(shield).ok()?))).collect())
}

/// Settings of earlier versions held one setup, that of the only game.
fn by_game<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Value>, D::Error> {
    let last = Value::deserialize(deserializer)?;
    Ok(match last {
        Value::Object(one) if one.contains_key("players") => {
            BTreeMap::from([(FIRST_GAME.to_owned(), Value::Object(one))])
        }
        Value::Object(each) => ordered::map(each),
        _ => BTreeMap::new(),
    })
}

/// The game of setups that were stored without a name.
const FIRST_GAME: &str = "skirmish-5e";

impl Settings {
    /// How many names are remembered.
    const NAMES: usize = 24;
    /// How much of people's own is remembered for a game.
    const OWN: usize = 12;

    /// Reads stored settings; the device decides what isn't among them.
    pub fn read(stored: Option<&[u8]>, device: Preferences) -> Self {
        let own = Self { theme: device.theme(), contrast: device.contrast(), text: device.text(), ..Self::default() };
        let stored = stored.and_then(|stored| {
            let Value::Object(mut all) = from_json(stored).ok()? else { return None };
            for (key, value) in own.looks() {
                all.entry(key).or_insert(value);
            }
            from_value(Value::Object(all)).ok()
        });
        Self { device, ..stored.unwrap_or(own) }
    }

    /// Follows changed preferences of the device, where the settings were as on the device before.
    pub fn follow(&mut self, device: Preferences) {
        let [before, now] = [self.device, device].map(|device| Self::read(None, device));
        if self.theme == before.theme {
            self.theme = now.theme;
        }
        if self.contrast == before.contrast {
            self.contrast = now.contrast;
        }
        if self.text == before.text {
            self.text = now.text;
        }
        self.device = device;
    }

    /// Returns the settings as they are stored: without those that are as on the device, and so follow it.
    pub fn stored(&self) -> Value {
        let mut all = serde_json::json!(self);
        let device = Self::read(None, self.device).looks();
        if let Value::Object(all) = &mut all {
            all.retain(|key, value| !device.iter().any(|(own, set)| key == own && value == set));
        }
        all
    }

    /// The settings that a device has too, by key.
    fn looks(&self) -> [(&'static str, Value); 3] {
        use serde_json::json;
        [("theme", json!(self.theme)), ("contrast", json!(self.contrast)), ("text", json!(self.text))]
    }

    /// Remembers the setup of a game and the names in it.
    pub fn remember(&mut self, game: &str, players: &[PlayerConfig], setup: &impl Serialize) {
        for player in players.iter().rev().filter(|player| player.is_named()) {
            self.names.retain(|name| *name != player.name);
            self.names.insert(0, player.name.clone());
            self.shields.insert(player.name.clone(), player.colour);
        }
        self.names.truncate(Self::NAMES);
        let names = &self.names;
        self.shields.retain(|name, _| names.contains(name));
        if let Ok(setup) = serde_json::to_value(setup) {
            self.last.insert(game.to_owned(), setup);
        }
    }

    /// Remembers what people made for a game, in place of what it replaces.
    pub fn keep_own<T: Serialize + DeserializeOwned>(&mut self, game: &str, own: &T, replaces: impl Fn(&T) -> bool) {
        let kept: Vec<T> = self.own(game).filter(|other| !replaces(other)).collect();
        let all = std::iter::once(own).chain(&kept).take(Self::OWN);
        let all = all.filter_map(|own| serde_json::to_value(own).ok()).collect();
        self.own.insert(game.to_owned(), all);
    }

    /// What people made for a game, the latest first.
    pub fn own<T: DeserializeOwned>(&self, game: &str) -> impl Iterator<Item = T> {
        self.own.get(game).into_iter().flatten().filter_map(|own| from_value(own.clone()).ok())
    }

    /// Names of people who have played here, the latest first. Earlier versions kept words of colours as names.
    pub fn known_names(&self) -> impl Iterator<Item = &String> {
        self.names.iter().filter(|name| !is_a_colour(name))
    }

    /// How the last game was set up, if there was one.
    pub fn last<T: DeserializeOwned>(&self, game: &str) -> Option<T> {
        from_value(self.last.get(game)?.clone()).ok()
    }
}

/// True if a name is the word of a colour rather than a person's name, as Rose and Violet are.
fn is_a_colour(name: &str) -> bool {
    let mut words =
        PlayerColour::ALL.into_iter().map(PlayerColour::id).filter(|word| !["rose", "violet"].contains(word));
    words.any(|word| word.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use egui::vec2;

    use super::*;

    #[test]
    fn settings_follow_the_device_until_people_choose_others() {
        let bright = Preferences { text: 1.3, light: true, contrast: true, still: true };
        let mut settings = Settings::read(None, bright);
        assert_eq!((settings.theme, settings.contrast, settings.text), (Theme::Light, Contrast::High, TextSize::Large));
        // Names are stored, and the device's choices are not: they are those of another day.
        settings.names.push("Orm".to_owned());
        let text = settings.stored().to_string();
        let dark = Settings::read(Some(text.as_bytes()), Preferences::default());
        assert_eq!((dark.theme, dark.contrast, dark.text), (Theme::Dark, Contrast::Plain, TextSize::Middle));
        assert_eq!(dark.names, ["Orm"]);
        // What people chose stays, on every device.
        settings.theme = Theme::Dark;
        let text = settings.stored().to_string();
        let chosen = Settings::read(Some(text.as_bytes()), bright);
        assert_eq!((chosen.theme, chosen.contrast), (Theme::Dark, Contrast::High));
        assert_eq!(Settings::read(Some(b"[1]"), bright), Settings::read(None, bright));
        // A change while the program runs is followed in the same way.
        let mut following = chosen;
        following.theme = Theme::Light;
        let mut other = following.clone();
        other.contrast = Contrast::Plain;
        for settings in [&mut following, &mut other] {
            settings.follow(Preferences { contrast: false, light: false, ..bright });
            assert_eq!((settings.theme, settings.contrast), (Theme::Dark, Contrast::Plain));
        }
        other.follow(bright);
        assert_eq!((other.theme, other.contrast), (Theme::Light, Contrast::High));
    }

    #[test]
    fn giant_text_leaves_a_tablet_as_much_room_as_a_small_one() {
        let [phone, tablet, large] = [vec2(412.0, 892.0), vec2(1180.0, 820.0), vec2(1024.0, 1366.0)];
        assert_eq!([phone, tablet, large].map(|screen| TextSize::Huge.zoom(screen)), [1.0; 3]);
        let room = [phone, tablet, large].map(|screen| (screen / TextSize::Giant.zoom(screen)).round());
        assert_eq!(room, [vec2(360.0, 779.0), vec2(1024.0, 712.0), vec2(768.0, 1024.0)]);
        assert_eq!(TextSize::Giant.zoom(vec2(1024.0, 768.0)), 1.0);
        assert_eq!(Preferences { text: 2.0, ..Preferences::default() }.text(), TextSize::Giant);
    }

    #[test]
    fn words_of_colours_are_no_people() {
        let mut settings = Settings { names: vec!["Bone".to_owned(), "Cara".to_owned()], ..Settings::default() };
        let player = |name: &str, place: usize| PlayerConfig {
            name: name.to_owned(),
            colour: PlayerColour::ALL[place],
            chair: u8::try_from(place).unwrap(),
            note: String::new(),
        };
        settings.remember("night", &[player("Red", 0), player("Orm", 1), player("Rose", 2)], &());
        assert_eq!(settings.names, ["Orm", "Rose", "Bone", "Cara"]);
        assert_eq!(settings.known_names().collect::<Vec<_>>(), ["Orm", "Rose", "Cara"]);
        assert_eq!(settings.shields.get("Orm"), Some(&PlayerColour::ALL[1]));
        // People have the shield of their last game, and only people who are remembered have one.
        settings.remember("night", &[player("Orm", 5)], &());
        assert_eq!(settings.shields["Orm"], PlayerColour::ALL[5]);
        let many: Vec<PlayerConfig> =
            (0..Settings::NAMES).map(|place| player(&format!("P{place}"), place % 8)).collect();
        settings.remember("night", &many, &());
        assert!(!settings.shields.contains_key("Orm"));
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
        let odd = serde_json::from_str::<Settings>(r#"{"names":["Orm"],"liveries":{"Orm":"plaid"}}"#).unwrap();
        assert_eq!((odd.names.len(), odd.shields.len()), (1, 0));
    }
}
