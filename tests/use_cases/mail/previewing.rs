//! Parsing hostile HTML in a template can take a long time, so it never runs on an async thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use forum_adapters::mail::MiniJinjaComposer;
use forum_domain::mail::{Composer, TemplateText};
use forum_domain::shared::PersonName;
use forum_tests::harness::ORIGIN;
use tokio::runtime::Builder;
use tokio::task::{JoinSet, spawn_blocking};

/// The only blocking thread is busy until another task of the only async thread has run. Work on the async thread ends
/// before that task.
fn expect_off_the_async_thread(work: impl AsyncFnOnce()) {
    let runtime = Builder::new_current_thread().max_blocking_threads(1).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let (release, busy) = mpsc::channel::<()>();
        let (progress, mut tasks) = (Arc::new(AtomicBool::new(false)), JoinSet::new());
        let blocking = spawn_blocking(move || busy.recv());
        let made = Arc::clone(&progress);
        tasks.spawn(async move {
            made.store(true, Ordering::SeqCst);
            drop(release);
        });
        work().await;
        assert!(progress.load(Ordering::SeqCst), "the work blocked the async thread");
        assert!(blocking.await.expect("an ended task").is_err());
    });
}

#[test]
fn other_tasks_make_progress_while_a_template_is_checked_and_a_preview_is_made() {
    let composer = MiniJinjaComposer::new().expect("templates");
    let text = TemplateText { subject: "Hello".into(), html_content: "<p>Hello {{first_name}}</p>".into() };
    let filled = text.filled(&PersonName { first: "Ana".into(), last: "Li".into() });
    expect_off_the_async_thread(async || {
        assert_eq!(composer.forbidden_markup(&text.html_content).await, Ok(None));
    });
    expect_off_the_async_thread(async || {
        let mail = composer.stored_mail(filled, ORIGIN).await.expect("a result").expect("a mail");
        assert!(mail.html.contains("Hello Ana"));
    });
}
