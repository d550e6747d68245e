//! The cryptography below TLS: ring, for the whole process. The HTTP client below S3 is built without a provider
//! of its own, so that there is one, and asks for it when it is made.

/// Makes ring the provider of the process. Before any HTTP client is made; again is no error.
pub fn use_ring() {
    // An error means that a provider is set already, and there is no other in this program.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
