use uuid::Uuid;

use super::message::{ContactMessage, Mailboxes, MessageState, Signer};
use crate::accounts::Administrator;
use crate::act::Act;
use crate::audit::AuditEvent;
use crate::contact::ContactMessages;
use crate::mail::OutgoingMail;
use crate::shared::{Code, PersonName, Refusal};

/// What an administrator does with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageAct {
    /// Becomes its owner.
    Take,
    /// Gives it this state. A message that is new again, because it is no spam after all, is mailed if it was not.
    Mark(MessageState),
}

#[derive(Debug, Clone)]
pub struct MessageChange {
    pub message: ContactMessage,
    pub mail: Option<OutgoingMail>,
    pub audit: AuditEvent,
}

impl ContactMessages {
    /// # Errors
    /// `not_found`, `conflict`, `forbidden` to a former administrator.
    pub async fn change(
        &self,
        admin: &Administrator,
        id: Uuid,
        what: MessageAct,
    ) -> Result<ContactMessage, Refusal> {
        let (user, act, mailboxes) = (&admin.caller().user, self.acts.begin(), self.mailboxes.clone());
        let signer = Signer { id: user.id, name: Some(user.name.clone()) };
        let step = Box::new(move |seen: &ContactMessage| change(seen, what, signer, &mailboxes, &act));
        self.store.change(id, user.id, step).await
    }
}

/// A repeated act changes nothing. Only a new message is answered or spam, so that of two administrators the second learns of
/// the first.
///
/// # Errors
/// `conflict`.
pub fn change(
    seen: &ContactMessage,
    what: MessageAct,
    signer: Signer,
    mailboxes: &Mailboxes,
    act: &Act,
) -> Result<Option<MessageChange>, Refusal> {
    let (actor, mut message, mut mail) = (signer.id, seen.clone(), None);
    let action = match what {
        MessageAct::Take => {
            match &seen.owner {
                Some(owner) if owner.id == actor => return Ok(None),
                Some(Signer { name: Some(name), .. }) => {
                    return Err(done_by(Some(name), "taken this message"));
                }
                // Nobody else can become the owner after a deleted account.
                _ => message.owner = Some(signer),
            }
            "contact_message.taken"
        }
        MessageAct::Mark(next) => {
            let handler = seen.handled.as_ref().map(|(handler, _)| handler);
            let is_own = handler.is_none_or(|handler| handler.id == actor);
            match seen.state {
                state if state == next && (is_own || next == MessageState::New) => return Ok(None),
                MessageState::Answered | MessageState::Spam if next != MessageState::New => {
                    let name = handler.and_then(|handler| handler.name.as_ref());
                    return Err(done_by(name, &format!("marked this message as {}", seen.state.as_str())));
                }
                _ => (message.state, message.handled) = (next, Some((signer, act.now))),
            }
            if next == MessageState::New && seen.mail_id.is_none() {
                let late = mailboxes.mail_about(&seen.letter, act);
                message.mail_id = Some(late.id);
                mail = Some(late);
            }
            match next {
                MessageState::New => "contact_message.reopened",
                MessageState::Answered => "contact_message.answered",
                MessageState::Spam => "contact_message.marked_as_spam",
            }
        }
    };
    let audit = act.audit(Some(actor), action, ("contact_message", seen.id));
    Ok(Some(MessageChange { message, mail, audit }))
}

fn done_by(name: Option<&PersonName>, what: &str) -> Refusal {
    let name = name.map_or_else(|| "Someone".to_owned(), |name| format!("{} {}", name.first, name.last));
    Refusal::new(Code::Conflict, format!("{name} has already {what}."))
}

#[cfg(test)]
mod tests {
    use time::{Duration, OffsetDateTime};

    use super::super::message::Subject;
    use super::super::receive::tests::{mailboxes, received};
    use super::*;
    use crate::mail::testing::act;

    const NOON: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const BO: Uuid = Uuid::from_u128(3);

    fn ana() -> Signer {
        let name = PersonName { first: "Ana".to_owned(), last: "Li".to_owned() };
        Signer { id: Uuid::from_u128(2), name: Some(name) }
    }

    fn by(id: Uuid, seen: &ContactMessage, what: MessageAct) -> Result<Option<MessageChange>, Refusal> {
        change(seen, what, Signer { id, name: None }, &mailboxes(), &act(NOON + Duration::HOUR))
    }

    #[test]
    fn the_second_of_two_administrators_learns_of_the_first_and_a_repeated_act_changes_nothing() {
        use MessageAct::{Mark, Take};
        use MessageState::{Answered, New, Spam};
        let conflict = |words: &str| Err(format!("Ana Li has already {words}."));
        let answered = || conflict("marked this message as answered");
        let spam = || conflict("marked this message as spam");
        let ana_id = ana().id;
        let table = [
            (New, Mark(Answered), BO, Ok(Some((Answered, "contact_message.answered")))),
            (New, Mark(Spam), BO, Ok(Some((Spam, "contact_message.marked_as_spam")))),
            (New, Mark(New), BO, Ok(None)),
            (Answered, Mark(Answered), ana_id, Ok(None)),
            (Answered, Mark(Answered), BO, answered()),
            (Answered, Mark(Spam), ana_id, answered()),
            (Answered, Mark(New), BO, Ok(Some((New, "contact_message.reopened")))),
            (Spam, Mark(Spam), ana_id, Ok(None)),
            (Spam, Mark(Spam), BO, spam()),
            (Spam, Mark(Answered), BO, spam()),
            (Spam, Mark(New), BO, Ok(Some((New, "contact_message.reopened")))),
            (New, Take, ana_id, Ok(None)),
            (New, Take, BO, conflict("taken this message")),
        ];
        for (state, what, actor, expected) in table {
            let mut seen = received(Subject::MediaRequest, true).message;
            (seen.state, seen.owner, seen.handled) = (state, Some(ana()), Some((ana(), NOON)));
            let change = by(actor, &seen, what).map_err(|refusal| refusal.to_string());
            if let Ok(Some(MessageChange { message, mail, .. })) = &change {
                let handled = message.handled.as_ref().map(|(handler, at)| (handler.id, *at));
                assert_eq!((handled, mail), (Some((BO, NOON + Duration::HOUR)), &None));
            }
            let found = change.map(|change| change.map(|change| (change.message.state, change.audit.action)));
            assert_eq!(found, expected, "{what:?} by {actor} in {state:?}");
        }
    }

    #[test]
    fn a_message_that_was_no_spam_is_mailed_once_and_one_of_a_deleted_account_can_be_taken() {
        let changed = |seen: &ContactMessage, what| by(BO, seen, what).expect("a change").expect("a change");
        let reopen = MessageAct::Mark(MessageState::New);
        let reopened = changed(&received(Subject::MediaRequest, false).message, reopen);
        let mail = reopened.mail.expect("a mail");
        assert_eq!((mail.to.as_str(), reopened.message.mail_id), ("media@forum.example", Some(mail.id)));
        let again = ContactMessage { state: MessageState::Spam, ..reopened.message };
        assert!(changed(&again, reopen).mail.is_none());
        let left = ContactMessage { owner: Some(Signer { name: None, ..ana() }), ..again };
        let taken = changed(&left, MessageAct::Take).message;
        assert_eq!(taken.owner.map(|owner| owner.id), Some(BO));
        assert_eq!(taken.handled, left.handled);
    }
}
