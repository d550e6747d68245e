//! TLS trust for PostgreSQL, mail, photos and traces: Mozilla's embedded certificate authorities, which are the same on
//! every machine, and those in the operator's file.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::client::{Certificate, CertificateStore, TlsParameters};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use sqlx::postgres::PgConnectOptions;

#[derive(Clone, Default)]
pub struct Trust {
    file: Option<PathBuf>,
    own: Option<Arc<[u8]>>,
}

#[derive(Debug, thiserror::Error)]
pub enum TrustError {
    #[error("cannot read {path}: {source}")]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{0} does not contain certificates in PEM form (-----BEGIN CERTIFICATE-----)")]
    NoCertificates(PathBuf),
}

impl Trust {
    pub fn with_file(path: &Path) -> Result<Self, TrustError> {
        let unreadable = |source| TrustError::Unreadable { path: path.to_owned(), source };
        let pem = std::fs::read(path).map_err(unreadable)?;
        let no_certificates = || TrustError::NoCertificates(path.to_owned());
        let mut roots = RootCertStore::empty();
        add(&mut roots, &pem).ok_or_else(no_certificates)?;
        if roots.is_empty() {
            return Err(no_certificates());
        }
        Ok(Self { file: Some(path.to_owned()), own: Some(pem.into()) })
    }

    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Replaces `sslrootcert`. The certificate is verified if `sslmode` is `verify-ca` or `verify-full`.
    pub(crate) fn for_postgres(&self, options: PgConnectOptions) -> PgConnectOptions {
        match &self.own {
            Some(own) => options.ssl_root_cert_from_pem(own.to_vec()),
            None => options,
        }
    }

    pub(crate) fn for_smtp(&self, host: &str) -> Result<TlsParameters, SmtpError> {
        let parameters =
            TlsParameters::builder(host.to_owned()).certificate_store(CertificateStore::WebpkiRoots);
        match &self.own {
            Some(own) => parameters.add_root_certificate(Certificate::from_pem(own)?).build(),
            None => parameters.build(),
        }
    }

    pub(crate) fn http_client_with(
        &self,
        settings: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder,
    ) -> reqwest::Result<reqwest::Client> {
        settings(reqwest::Client::builder()).tls_backend_preconfigured(self.for_http()).build()
    }

    /// A blocking HTTP client, whose requests time out after `limit`. Must be created outside an async runtime.
    pub fn blocking_http_client(&self, limit: Duration) -> reqwest::Result<reqwest::blocking::Client> {
        let client = reqwest::blocking::Client::builder().timeout(limit);
        client.tls_backend_preconfigured(self.for_http()).build()
    }

    fn for_http(&self) -> ClientConfig {
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        if let Some(own) = &self.own {
            add(&mut roots, own).expect("validated certificates");
        }
        let ring = Arc::new(rustls::crypto::ring::default_provider());
        let versions = ClientConfig::builder_with_provider(ring).with_safe_default_protocol_versions();
        versions.expect("ring supports these versions").with_root_certificates(roots).with_no_client_auth()
    }
}

fn add(roots: &mut RootCertStore, pem: &[u8]) -> Option<()> {
    CertificateDer::pem_slice_iter(pem).try_for_each(|certificate| roots.add(certificate.ok()?).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unusable_file_is_named() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("authority.pem");
        let refused = || Trust::with_file(&file).err().expect("a refusal").to_string();
        assert!(refused().starts_with(&format!("cannot read {}: ", file.display())));
        let broken = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
        let key = "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n";
        for content in ["", "no certificate", broken, key] {
            std::fs::write(&file, content).expect("a writable file");
            assert!(refused().contains("does not contain certificates"), "{content}");
        }
    }
}
