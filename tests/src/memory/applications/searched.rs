//! What a search finds a row by: the rules of the SQL functions `name_words` and `application_words`.

use forum_domain::accounts::User;
use forum_domain::applications::{Application, state_key, us_state};
use forum_domain::shared::folded_words;

/// The words of a name, and the name as one word if it has several.
fn name_words(name: &str) -> String {
    let words = folded_words(name);
    if words.contains(' ') { format!("{words} {}", words.replace(' ', "")) } else { words }
}

pub(crate) fn words_of_user(user: &User) -> String {
    let name = &user.name;
    let joined = format!("{}{}", name.last, name.first);
    let is_ideographic = |c| matches!(c, '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}');
    let joined = if joined.chars().all(is_ideographic) { folded_words(&joined) } else { String::new() };
    let (first, last) = (name_words(&name.first), name_words(&name.last));
    format!(" {first} {last} {joined} {}", folded_words(user.email.as_str()))
}

pub(crate) fn words_of_application(application: &Application, user: Option<&User>) -> String {
    let fields = &application.fields;
    let state = state_key(&fields.state);
    let name = us_state(&state).map(|(_, name)| folded_words(name)).unwrap_or_default();
    [
        user.map(words_of_user).unwrap_or_default(),
        folded_words(&fields.teaching_position),
        folded_words(&fields.school_district),
        name_words(&fields.city),
        state,
        name,
        subject_keys(&fields.subjects_taught).join(" "),
    ]
    .iter()
    .fold(String::new(), |all, words| all + " " + words)
}

/// The words of all subjects.
pub(crate) fn subject_keys(subjects: &[String]) -> Vec<String> {
    subjects
        .iter()
        .flat_map(|subject| folded_words(subject).split(' ').map(str::to_owned).collect::<Vec<_>>())
        .collect()
}
