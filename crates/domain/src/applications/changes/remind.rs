use super::change_request::about;
use crate::act::Act;
use crate::applications::{ChangeRequest, ChangeRequests, Person};
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::Fault;

impl ChangeRequests {
    /// Reminds every applicant who has not answered a request for [`ChangeRequest::REMINDED_AFTER`], by mail and once. Returns
    /// their number.
    pub async fn remind(&self) -> Result<u64, Fault> {
        let mut reminded = 0;
        loop {
            let act = self.acts.begin();
            let asked_until = act.now - ChangeRequest::REMINDED_AFTER;
            let step = Box::new(move |request: &_, person: &_| reminder(request, person, &act));
            if !self.store.remind(asked_until, step).await? {
                return Ok(reminded);
            }
            reminded += 1;
        }
    }
}

pub fn reminder(request: &ChangeRequest, person: &Person, act: &Act) -> OutgoingMail {
    about(request, act.mail(MailKind::ChangesReminder, &person.email, &person.name))
}
