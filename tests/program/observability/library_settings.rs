//! Settings that libraries read from the environment have an effect (docs/configuration.md lists them).

use forum_tests::program::Installation;

use crate::client::Client;
use crate::support::otlp::Receiver;

/// Serves one request and sends its trace.
async fn serve_a_request(installation: &Installation) {
    let program = installation.serve().await;
    assert_eq!(Client::new(&program.url).fetch("/api/health", &[]).await.status(), 200);
    program.end().await;
}

#[tokio::test]
async fn the_trace_receiver_gets_the_configured_headers() {
    let receiver = Receiver::start().await;
    let installation = Installation::new()
        .with("OTEL_EXPORTER_OTLP_ENDPOINT", &receiver.url)
        .with("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20secret");
    serve_a_request(&installation).await;
    let authorizations = receiver.authorizations();
    assert!(!authorizations.is_empty(), "no request");
    assert!(authorizations.iter().all(|header| header == "Bearer secret"), "{authorizations:?}");
}

#[tokio::test]
async fn the_sampler_chooses_the_recorded_traces() {
    let mut installation = Installation::new();
    for (sampler, share, is_recorded) in
        [("always_off", "1", false), ("traceidratio", "0", false), ("traceidratio", "1", true)]
    {
        let receiver = Receiver::start().await;
        installation = installation
            .with("OTEL_EXPORTER_OTLP_ENDPOINT", &receiver.url)
            .with("OTEL_TRACES_SAMPLER", sampler)
            .with("OTEL_TRACES_SAMPLER_ARG", share);
        serve_a_request(&installation).await;
        assert_eq!(!receiver.spans().is_empty(), is_recorded, "{sampler} {share}");
    }
}

#[tokio::test]
async fn the_log_filter_chooses_the_lines_of_the_log() {
    for (filter, is_logged) in [("info", true), ("off", false)] {
        // A second migration of the same database would have nothing to log.
        let installation = Installation::new().with("RUST_LOG", filter);
        let log = installation.run(&["migrate"]).await.success_message();
        assert_eq!(!log.is_empty(), is_logged, "{filter}: {log}");
    }
}
