//! Questions that come up in play, answered from the printed pages alone.

use crate::{bare, pages, prose};

/// A question, the number in the margin of the page that answers it, and the words there that carry the answer.
struct Question {
    asks: &'static str,
    number: &'static str,
    answer: &'static [&'static str],
}

const QUESTIONS: [Question; 20] = [
    Question {
        asks: "The attacker hooked my Block. Can I dodge now?",
        number: "R5",
        answer: &["the blocked attack lands. The defender cannot answer it a second time, except with a Trip"],
    },
    Question {
        asks: "What does a dead player leave?",
        number: "R4",
        answer: &[
            "The weapon and the Shield of a dead player go to the weapon discard pile",
            "The Mail that they wore and the cards in their hand go to the normal discard pile",
        ],
    },
    Question {
        asks: "When does Mail count towards the hand?",
        number: "3.4",
        answer: &["Mail that you wear counts as one of the 6, and so does a two-handed weapon in play"],
    },
    Question {
        asks: "Who may hook first after a Block, when both have an Axe?",
        number: "7.6",
        answer: &["The defender is asked first"],
    },
    Question {
        asks: "How much damage does the attacker's Hook after a Block deal?",
        number: "7.6",
        answer: &["the Hook deals no damage of its own, and there is no second attack"],
    },
    Question {
        asks: "Can a Hook that is the attack be blocked or dodged?",
        number: "7.6",
        answer: &["The defender cannot block it in any way, but can dodge it"],
    },
    Question { asks: "May I do nothing in my turn?", number: "3.2", answer: &["Do one of these things, or nothing"] },
    Question {
        asks: "Can I wear a Mail in the turn in which I recover it?",
        number: "6.5",
        answer: &["You can put it on at the start of your next turn"],
    },
    Question {
        asks: "Do I turn my weapon over when I only look for a Shield?",
        number: "6.1",
        answer: &["Whatever you recover, turn your weapon card over to its Recovering side"],
    },
    Question {
        asks: "May I trip someone while I recover?",
        number: "6.1",
        answer: &["you may play no other card in your turn, not even Trip, except to defend yourself"],
    },
    Question {
        asks: "Whom does the attack after a Trip hit, and what stops it?",
        number: "5.5",
        answer: &[
            "an attack of your own on the player whose card you cancelled",
            "Nothing can stop it except another Trip",
        ],
    },
    Question {
        asks: "Where does a Charge go that two players dodge, one after the other?",
        number: "7.2",
        answer: &["it passes clockwise to the next player", "skipping the charger"],
    },
    Question {
        asks: "What does a counter-charge need, and can it be parried?",
        number: "R9",
        answer: &["you need a weapon that can charge and a Basic attack card", "it cannot be parried"],
    },
    Question {
        asks: "I disarm the first blow of a Flurry. Do the others still come?",
        number: "7.5",
        answer: &["one Defence card stops only one of them, even a Disarm"],
    },
    Question {
        asks: "What happens to my Shield when I block a Rend with a Block card?",
        number: "R8",
        answer: &["If you block a Rend, with the card or with the Shield, you lose the Shield"],
    },
    Question {
        asks: "How much does Chop with a Two Handed Axe that charges deal?",
        number: "8.13",
        answer: &["6 if the Two Handed Axe charges"],
    },
    Question {
        asks: "How many cards do I hold with a two-handed weapon, and can I block?",
        number: "8.4",
        answer: &["so you cannot play Block or Shield Bash", "so you hold 5 cards"],
    },
    Question {
        asks: "Can I have more than 12 health?",
        number: "2.1",
        answer: &["You start with 12 health, and you can never have more"],
    },
    Question {
        asks: "What happens when the draw deck runs out?",
        number: "1.4",
        answer: &["shuffle the normal discard pile: it becomes the new draw deck"],
    },
    Question {
        asks: "In Highlander, does a blow of 4 that takes me to zero kill me?",
        number: "9.3",
        answer: &["killed only by a single attack of 5 or more damage", "you stay alive, even with no health left"],
    },
];

#[test]
fn every_question_is_answered_where_its_number_stands() {
    let pages = pages("rulebook-a5.pdf");
    let texts: Vec<String> = pages.iter().map(|page| prose(page)).collect();
    let mut wrong = Vec::new();
    for Question { asks, number, answer } in &QUESTIONS {
        let has_number = |page: &String| page.split_whitespace().any(|word| word == *number);
        let Some(page) = pages.iter().position(has_number) else {
            wrong.push(format!("{asks} No page has the number {number}"));
            continue;
        };
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
