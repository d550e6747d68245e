//! Tests `FORUM__TLS__CA_FILE` with PostgreSQL, S3 and the trace exporter. mail/smtp.rs tests it with mail.

use std::net::{Ipv4Addr, SocketAddr};

use forum_adapters::files::OpendalFileStore;
use forum_adapters::postgres::connect;
use forum_adapters::tls::Trust;
use forum_domain::shared::Fault;
use forum_tests::authority::Authority;
use forum_tests::s3_server::S3Server;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinSet, spawn_blocking};
use tokio_rustls::TlsAcceptor;

/// A private authority, and the trust settings that include it.
fn own_authority() -> (Authority, Trust) {
    let authority = Authority::new();
    let folder = tempfile::tempdir().expect("a folder");
    let file = authority.file_in(folder.path()).expect("a written file");
    let trust = Trust::with_file(&file).expect("a certificate");
    (authority, trust)
}

#[tokio::test]
async fn photos_go_to_a_server_with_a_private_authority_only_if_its_file_is_set() {
    let (authority, own) = own_authority();
    let server = S3Server::start_with_tls(authority.acceptor()).await;
    let store = |trust: Trust| OpendalFileStore::open(&server.url(""), &trust).expect("a file store");
    let Err(Fault::Unavailable(words)) = store(Trust::default()).check().await else { panic!("trusted") };
    assert!(words.contains("invalid peer certificate: UnknownIssuer"), "{words}");
    assert_eq!(store(own).check().await, Ok(()));
}

#[tokio::test]
async fn traces_go_to_a_server_with_a_private_authority_only_if_its_file_is_set() {
    let (authority, own) = own_authority();
    let server = S3Server::start_with_tls(authority.acceptor()).await;
    for (trust, answered) in [(Trust::default(), false), (own, true)] {
        let endpoint = server.endpoint();
        let request = spawn_blocking(move || {
            let client = trust.blocking_http_client(std::time::Duration::from_secs(60)).expect("a client");
            client.get(endpoint).send().is_ok()
        });
        assert_eq!(request.await.expect("a finished request"), answered);
    }
}

/// Starts TLS as PostgreSQL does, then refuses the login with a known error.
async fn refuses(stream: TcpStream, acceptor: TlsAcceptor) -> std::io::Result<()> {
    let mut stream = stream;
    let mut ssl_request = [0; 8];
    stream.read_exact(&mut ssl_request).await?;
    stream.write_all(b"S").await?;
    let mut stream = acceptor.accept(stream).await?;
    let mut startup = [0; 8];
    stream.read_exact(&mut startup).await?;
    let fields = b"SFATAL\0VFATAL\0C28000\0Mknown and refused\0\0";
    let length = u32::try_from(fields.len() + 4).expect("a short message");
    stream.write_all(&[b"E", length.to_be_bytes().as_slice(), fields].concat()).await?;
    stream.shutdown().await
}

async fn postgres(acceptor: TlsAcceptor) -> (SocketAddr, JoinSet<()>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let mut running = JoinSet::new();
    running.spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // A client that distrusts the certificate disconnects.
            let _ = refuses(stream, acceptor.clone()).await;
        }
    });
    (address, running)
}

#[tokio::test]
async fn a_database_with_a_private_authority_is_trusted_only_if_its_file_is_set() {
    let (authority, own) = own_authority();
    let (address, _running) = postgres(authority.acceptor()).await;
    let url = format!("postgres://ann:sesame@{address}/forum?sslmode=verify-full");
    let error = connect(&url, 2, &Trust::default()).await.expect_err("an unknown issuer").to_string();
    assert!(error.contains("UnknownIssuer"), "{error}");
    let error = connect(&url, 2, &own).await.expect_err("the known error").to_string();
    assert!(error.contains("known and refused"), "{error}");
}
