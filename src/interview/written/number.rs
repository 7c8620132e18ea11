//! abcd's own numbers for the questions of one interview: `Q1`, `Q2` and so on, whatever the role wrote.
//!
//! A question that was unclear has no answer, so its number is given again. Then the numbers of the answers
//! leave no gap, and a file of them replays the interview.

use std::collections::BTreeSet;

use crate::interview::question::Ask;

/// The numbers of one interview.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Numbers {
    given: u32,
    free: BTreeSet<u32>,
}

impl Numbers {
    /// The number that the next question has.
    pub fn next(&self) -> u32 {
        self.free.first().copied().unwrap_or(self.given + 1)
    }

    /// Takes back the number of a question that has no answer.
    pub fn free(&mut self, number: u32) {
        self.free.insert(number);
    }

    /// Numbers the questions of an ask that passed the checks; gives the numbers.
    pub fn number(&mut self, ask: &mut Ask) -> Vec<u32> {
        let mut numbers = Vec::new();
        for question in &mut ask.questions {
            let number = self.free.pop_first().unwrap_or_else(|| {
                self.given += 1;
                self.given
            });
            question.id = id(number);
            // The checks hold that a chip is a role, a space and a number; how many there will be, nobody knows.
            let role = question.chip.trim().split(' ').next().unwrap_or_default();
            question.chip = format!("{role} {}", question.id);
            numbers.push(number);
        }
        numbers
    }
}

/// The id of a question of that number.
pub fn id(number: u32) -> String {
    format!("Q{number}")
}

#[cfg(test)]
mod tests {
    use super::Numbers;
    use crate::interview::check::{Addressee, Asking, verbs};
    use crate::interview::written::receipt::tests::ask_of;
    use crate::registry::asking::LIMITS;
    use crate::registry::roles::ROLES;

    #[test]
    fn questions_count_on_over_the_interview_and_an_unclear_one_gives_its_number_back() {
        let mut numbers = Numbers::default();
        let mut ask = ask_of(&["Product Q9", "Tech Q9/12"]);
        assert_eq!(numbers.number(&mut ask), [1, 2]);
        let written = ask.questions.iter().map(|one| (one.id.as_str(), one.chip.as_str()));
        assert_eq!(written.collect::<Vec<_>>(), [("Q1", "Product Q1"), ("Q2", "Tech Q2")]);
        numbers.free(1);
        assert_eq!(numbers.next(), 1);
        assert_eq!(numbers.number(&mut ask), [1, 3]);
        assert_eq!(numbers.next(), 4);
    }

    #[test]
    fn the_last_number_that_an_interview_can_have_still_passes_the_checks() {
        let turns = ROLES.iter().map(|role| role.turns).max().unwrap();
        let most = u32::from(turns) * u32::from(LIMITS.most_questions);
        for role in LIMITS.chip_roles.iter() {
            let mut ask = ask_of(&[&format!("{role} Q1")]);
            let mut numbers = Numbers { given: most - 1, ..Numbers::default() };
            numbers.number(&mut ask);
            assert_eq!(Asking::of(Addressee::Unnamed, &verbs()).check(&ask), [], "{role}");
        }
    }
}
