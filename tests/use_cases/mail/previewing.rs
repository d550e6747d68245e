//! Parsing hostile HTML in a template can take a long time, so it never runs on an async thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use forum_adapters::mail::MiniJinjaComposer;
use forum_domain::mail_administration::TemplateRequest;
use forum_domain::shared::PersonName;
use forum_domain::users::Actor;
use forum_tests::harness::Ports;
use tokio::runtime::Builder;
use tokio::task::{JoinSet, spawn_blocking};

/// The only blocking thread is busy until another task of the only async thread has run. A preview that does its work on
/// the async thread ends before that task.
#[test]
fn other_tasks_make_progress_while_a_preview_is_made() {
    let runtime = Builder::new_current_thread().max_blocking_threads(1).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let composer = Arc::new(MiniJinjaComposer::new().expect("templates"));
        let ports = Ports::memory().with(|program| program.composer = composer);
        let templates = ports.use_cases().services.email_templates;
        let (release, busy) = mpsc::channel::<()>();
        let (progress, mut tasks) = (Arc::new(AtomicBool::new(false)), JoinSet::new());
        let blocking = spawn_blocking(move || busy.recv());
        let made = Arc::clone(&progress);
        tasks.spawn(async move {
            made.store(true, Ordering::SeqCst);
            drop(release);
        });
        let text = TemplateRequest { subject: "Hello", html_content: "<p>Hello {{first_name}}</p>" };
        let person = PersonName { first: "Ana".into(), last: "Li".into() };
        let mail = templates.render(Actor::CommandLine, "application_approved", text, &person).await;
        assert!(mail.expect("a mail").html.contains("Hello Ana"));
        assert!(progress.load(Ordering::SeqCst), "the preview blocked the async thread");
        assert!(blocking.await.expect("an ended task").is_err());
    });
}
