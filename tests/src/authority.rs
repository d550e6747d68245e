//! A certificate authority for tests. It issues server certificates and writes the file that makes a program trust
//! them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::PrivatePkcs8KeyDer;
use tokio_rustls::TlsAcceptor;

/// Makes ring the default provider for TLS clients that are created without one, such as those in the tests. Calling it
/// twice is not an error.
pub fn use_ring() {
    // An error means that a provider is already set; only ring is ever used here.
    let _ = ring::default_provider().install_default();
}

/// A certificate authority that no client trusts by default.
pub struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub fn new() -> Self {
        let mut parameters = CertificateParams::default();
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key");
        Self(CertifiedIssuer::self_signed(parameters, key).expect("an authority"))
    }

    pub fn pem(&self) -> String {
        self.0.pem()
    }

    /// A new certificate for this name and its key, as servers read them from one file.
    pub fn server_pem(&self, name: &str) -> String {
        let key = KeyPair::generate().expect("a key");
        let parameters = CertificateParams::new([name.to_owned()]).expect("a name");
        parameters.signed_by(&key, &self.0).expect("a certificate").pem() + &key.serialize_pem()
    }

    /// Writes its certificate to a file in `folder`.
    pub fn file_in(&self, folder: &Path) -> io::Result<PathBuf> {
        let path = folder.join("authority.pem");
        std::fs::write(&path, self.pem())?;
        Ok(path)
    }

    /// TLS for a server on this machine (`localhost`, `127.0.0.1`).
    pub fn acceptor(&self) -> TlsAcceptor {
        let names = ["localhost".to_owned(), "127.0.0.1".to_owned()];
        let key = KeyPair::generate().expect("a key");
        let parameters = CertificateParams::new(names).expect("server names");
        let certificate = parameters.signed_by(&key, &self.0).expect("a certificate");
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring's cipher suites")
            .with_no_client_auth()
            .with_single_cert(vec![certificate.into()], PrivatePkcs8KeyDer::from(key.serialize_der()).into());
        TlsAcceptor::from(Arc::new(config.expect("a key that belongs to the certificate")))
    }
}

impl Default for Authority {
    fn default() -> Self {
        Self::new()
    }
}
