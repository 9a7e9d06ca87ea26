//! Questions that come up in play, answered only from the printed pages.

use super::{bare, pages, prose};

/// A question, the page of the A5 book that answers it, the number in its margin, and the words of the answer there.
struct Question {
    asks: &'static str,
    page: usize,
    number: &'static str,
    answer: &'static [&'static str],
}

const QUESTIONS: [Question; 23] = [
    Question {
        asks: "The attacker hooked my Block. Can I dodge now?",
        page: 28,
        number: "R5",
        answer: &["the blocked attack lands. The defender cannot answer it a second time, except with a Trip"],
    },
    Question {
        asks: "What does a dead player leave?",
        page: 28,
        number: "R4",
        answer: &[
            "A dead player’s weapon and Shield go to the weapon discard pile",
            "Their hand and the Mail they wore go to the normal discard pile",
        ],
    },
    Question {
        asks: "When does Mail count towards the hand?",
        page: 6,
        number: "3.4",
        answer: &["Mail you are wearing counts as one of the 6, and so does a two-handed weapon in play"],
    },
    Question {
        asks: "Who may hook first after a Block, when both have an Axe?",
        page: 14,
        number: "7.1",
        answer: &["the defender may hook first"],
    },
    Question {
        asks: "How much damage does the attacker's Hook after a Block deal?",
        page: 14,
        number: "7.1",
        answer: &["the Hook deals no damage of its own, and no second attack follows"],
    },
    Question {
        asks: "Can a Hook that is the attack be blocked or dodged?",
        page: 14,
        number: "7.1",
        answer: &["The defender cannot block it in any way, but can dodge it"],
    },
    Question {
        asks: "May I do nothing in my turn?",
        page: 6,
        number: "3.2",
        answer: &["Take one of these actions, or none"],
    },
    Question {
        asks: "Can I wear a Mail in the turn in which I recover it?",
        page: 12,
        number: "6.5",
        answer: &["You can put it on at the start of your next turn"],
    },
    Question {
        asks: "Do I turn my weapon over when I only look for a Shield?",
        page: 12,
        number: "6.1",
        answer: &["Whatever you recover, turn your weapon to its Recovering side"],
    },
    Question {
        asks: "May I trip someone while I recover?",
        page: 12,
        number: "6.1",
        answer: &["you cannot play any other card, not even Trip, except to defend yourself"],
    },
    Question {
        asks: "Whom does the attack after a Trip hit, and what stops it?",
        page: 10,
        number: "5.5",
        answer: &["You immediately attack the player whose card you cancelled", "Only another Trip can stop it"],
    },
    Question {
        asks: "Where does a Charge go that two players dodge, one after the other?",
        page: 15,
        number: "7.3",
        answer: &["it passes clockwise to the next player", "skipping the charger"],
    },
    Question {
        asks: "What does a counter-charge need?",
        page: 28,
        number: "R9",
        answer: &["one blow with your weapon and your Basic attack card"],
    },
    Question {
        asks: "I disarm the first blow of a Flurry. Do the others still come?",
        page: 16,
        number: "7.5",
        answer: &["one Defence card stops only one of them, even a Disarm"],
    },
    Question {
        asks: "The attacker blocked my Hook. May I hook that Block?",
        page: 29,
        number: "R14",
        answer: &["If the defender’s Hook or a counter-charge is blocked, nobody can hook that Block"],
    },
    Question {
        asks: "May I answer a counter-charge with a Charge?",
        page: 28,
        number: "R9",
        answer: &["nobody can answer it with another one"],
    },
    Question {
        asks: "My Shield blocked, and the attacker hooked. Is it damaged?",
        page: 29,
        number: "R16",
        answer: &["the attack lands, and the Shield stays damaged"],
    },
    Question {
        asks: "What happens to my Shield when I block a Rend with a Block card?",
        page: 28,
        number: "R8",
        answer: &["If you block a Rend, with the card or with the Shield, you lose the Shield"],
    },
    Question {
        asks: "How much does Chop with a Two-Handed Axe that charges deal?",
        page: 23,
        number: "8.16",
        answer: &["6 if the Two-Handed Axe charges"],
    },
    Question {
        asks: "How many cards do I hold with a two-handed weapon, and can I block?",
        page: 22,
        number: "8.14",
        answer: &["so you cannot play Block or Shield Bash", "so you hold 5 cards"],
    },
    Question {
        asks: "Can I have more than 12 health?",
        page: 5,
        number: "2.1",
        answer: &["You start with 12 health, and you can never have more"],
    },
    Question {
        asks: "What happens when the draw deck runs out?",
        page: 4,
        number: "1.4",
        answer: &["shuffle the normal discard pile to make a new one"],
    },
    Question {
        asks: "In Highlander, does a blow of 4 that takes me to zero kill me?",
        page: 27,
        number: "9.3",
        answer: &["Only a single attack of 5 or more damage", "you are still alive, even with no health left"],
    },
];

#[test]
fn every_question_is_answered_where_its_number_stands() {
    let pages = pages("rulebook-a5.pdf");
    let texts: Vec<String> = pages.iter().map(|page| prose(page)).collect();
    let mut wrong = Vec::new();
    for Question { asks, page: printed, number, answer } in &QUESTIONS {
        let has_number = |page: &String| page.split_whitespace().any(|word| word == *number);
        let Some(page) = pages.iter().position(has_number) else {
            wrong.push(format!("{asks} No page has the number {number}"));
            continue;
        };
        if page + 1 != *printed {
            wrong.push(format!("{asks} {number} is on page {}, not on page {printed}", page + 1));
        }
        // A rule may end on the next page.
        let near = &texts[page..texts.len().min(page + 2)];
        for words in *answer {
            if !near.iter().any(|text| text.contains(&bare(words))) {
                let found = texts.iter().position(|text| text.contains(&bare(words)));
                let found = found.map_or_else(|| "on no page".to_owned(), |page| format!("on page {}", page + 1));
                wrong.push(format!("{asks} {number} is on page {}, {words:?} {found}", page + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
