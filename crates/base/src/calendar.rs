//! Dates.

use std::fmt::{self, Display, Formatter};

/// A date and a time of day, UTC.
pub struct Date {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: i64,
    /// The day of the month, from 1.
    pub day: i64,
    /// Days since 1970.
    days: i64,
    /// Since midnight.
    seconds: i64,
}

impl Date {
    /// Converts seconds since 1970.
    pub fn of(seconds: i64) -> Self {
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
        Self { year, month, day, days, seconds: rest }
    }

    /// Returns the date in words, `Sat 28 Nov 2026`.
    pub fn words(&self) -> String {
        const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
        let of = |names: &[&'static str], at: i64| usize::try_from(at).ok().and_then(|at| names.get(at).copied());
        let day = of(&DAYS, self.days.rem_euclid(7)).unwrap_or_default();
        let month = of(&MONTHS, self.month - 1).unwrap_or_default();
        format!("{day} {} {month} {}", self.day, self.year)
    }

    /// Returns hour, minute and second.
    pub fn clock(&self) -> [i64; 3] {
        [self.seconds / 3600, self.seconds / 60 % 60, self.seconds % 60]
    }
}

impl Display for Date {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        write!(to, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}
