//! A small S3 server on a temporary folder, for the contract tests of the file store. It checks signatures.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use forum_adapters::files::{Credentials, FilesUrl, S3Bucket};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s_fs::FileSystem;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

pub const BUCKET: &str = "photos";
const ACCESS_KEY: &str = "AKIAEDUCATORS";
const SECRET_KEY: &str = "s3cret/with+everything=";

/// A running server. Dropping it stops it and deletes its objects.
pub struct S3Server {
    address: SocketAddr,
    scheme: &'static str,
    folder: tempfile::TempDir,
    running: JoinSet<()>,
}

impl S3Server {
    pub async fn start() -> Self {
        Self::with(None).await
    }

    pub async fn start_with_tls(acceptor: TlsAcceptor) -> Self {
        Self::with(Some(acceptor)).await
    }

    async fn with(tls: Option<TlsAcceptor>) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(folder.path().join(BUCKET)).expect("a writable folder");
        let files = FileSystem::new(folder.path()).expect("an S3 file system");
        let mut service = S3ServiceBuilder::new(files);
        service.set_auth(SimpleAuth::from_single(ACCESS_KEY, SECRET_KEY));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let mut running = JoinSet::new();
        let scheme = if tls.is_some() { "https" } else { "http" };
        running.spawn(accept(listener, service.build(), tls));
        Self { address, scheme, folder, running }
    }

    /// The setting for this server, with this key prefix.
    pub fn url(&self, prefix: &str) -> FilesUrl {
        FilesUrl::S3(S3Bucket {
            bucket: BUCKET.into(),
            endpoint: Some(self.endpoint()),
            region: "us-east-1".into(),
            prefix: prefix.into(),
            credentials: Credentials {
                access_key: ACCESS_KEY.into(),
                secret_key: SECRET_KEY.into(),
                session_token: None,
            },
        })
    }

    pub fn endpoint(&self) -> String {
        format!("{}://{}", self.scheme, self.address)
    }

    /// The value of `FORUM__FILES__URL` for this server, without a prefix.
    pub fn setting(&self) -> String {
        let endpoint = self.endpoint();
        format!("s3://{BUCKET}?endpoint={endpoint}&access_key={ACCESS_KEY}&secret_key={SECRET_KEY}")
    }

    pub fn objects(&self) -> PathBuf {
        self.folder.path().join(BUCKET)
    }

    pub async fn stop(&mut self) {
        self.running.shutdown().await;
    }
}

async fn accept(listener: TcpListener, service: S3Service, tls: Option<TlsAcceptor>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let (service, tls) = (service.clone(), tls.clone());
        connections.spawn(async move {
            let connection = Builder::new(TokioExecutor::new());
            // A client may disconnect at any time or reject the certificate; that is not the server's fault.
            if let Some(tls) = tls {
                if let Ok(stream) = tls.accept(stream).await {
                    let _ = connection.serve_connection(TokioIo::new(stream), service).await;
                }
            } else {
                let _ = connection.serve_connection(TokioIo::new(stream), service).await;
            }
        });
    }
}
