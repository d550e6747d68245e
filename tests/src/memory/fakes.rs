//! Deterministic stand-ins for time, files, password hashing, images and providers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use forum_domain::accounts::{
    AuthorizationRequest, CodeRedemption, IdentityKind, IdentityProviders, PasswordHasher, ProvenIdentity,
    composed_password, s256,
};
use forum_domain::headshots::{DecodedLimits, FileStore, ImageKind, ImageProcessor, ProcessedImage};
use forum_domain::shared::{Clock, Code, Fault, Refusal, Timer};
use serde_json::Value;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use tokio::sync::watch;

/// How long a test waits for a task that should run.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);

/// A clock that a test advances, and its timers.
pub struct FixedClock {
    now: watch::Sender<OffsetDateTime>,
    /// The ends of the running timers.
    timers: watch::Sender<Vec<OffsetDateTime>>,
}

impl FixedClock {
    pub fn at(now: OffsetDateTime) -> Self {
        Self { now: watch::Sender::new(now), timers: watch::Sender::default() }
    }

    pub async fn has_sleeper(&self) {
        self.timers_are(|timers| !timers.is_empty()).await;
    }

    /// Waits until every task whose timer has ended has continued.
    pub async fn is_caught_up(&self) {
        let now = self.now();
        self.timers_are(|timers| timers.iter().all(|end| *end > now)).await;
    }

    async fn timers_are(&self, wanted: impl FnMut(&Vec<OffsetDateTime>) -> bool) {
        let mut timers = self.timers.subscribe();
        let seen = tokio::time::timeout(PATIENCE, timers.wait_for(wanted)).await;
        assert!(seen.is_ok_and(|seen| seen.is_ok()), "the tasks do not run");
    }

    pub fn advance(&self, by: Duration) {
        self.now.send_modify(|now| *now += by);
    }

    pub fn set(&self, now: OffsetDateTime) {
        self.now.send_replace(now);
    }
}

impl Default for FixedClock {
    /// Noon of an ordinary day.
    fn default() -> Self {
        Self::at(datetime!(2026-11-20 12:00 UTC))
    }
}

impl Clock for FixedClock {
    fn now(&self) -> OffsetDateTime {
        *self.now.borrow()
    }
}

#[async_trait]
impl Timer for FixedClock {
    async fn sleep(&self, duration: std::time::Duration) {
        let end = self.now() + duration;
        self.timers.send_modify(|timers| timers.push(end));
        let _timer = RunningTimer { timers: &self.timers, end };
        let reached = self.now.subscribe().wait_for(|now| *now >= end).await.map(drop);
        reached.expect("a sender that lives as long as the clock");
    }
}

/// Removes a timer that has ended or whose task was dropped.
struct RunningTimer<'a> {
    timers: &'a watch::Sender<Vec<OffsetDateTime>>,
    end: OffsetDateTime,
}

impl Drop for RunningTimer<'_> {
    fn drop(&mut self) {
        self.timers.send_modify(|timers| {
            timers.iter().position(|end| *end == self.end).map(|at| timers.swap_remove(at));
        });
    }
}

/// The age of a file is measured by the given clock.
pub struct MemoryFileStore {
    clock: Arc<dyn Clock>,
    files: Mutex<BTreeMap<String, StoredFile>>,
}

#[derive(Clone)]
struct StoredFile {
    content: Vec<u8>,
    written_at: OffsetDateTime,
}

impl MemoryFileStore {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, files: Mutex::default() }
    }

    /// The keys of all files, sorted.
    pub fn keys(&self) -> Vec<String> {
        self.files().keys().cloned().collect()
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<String, StoredFile>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl FileStore for MemoryFileStore {
    async fn put(&self, key: &str, _kind: ImageKind, content: Vec<u8>) -> Result<(), Fault> {
        self.files().insert(key.to_owned(), StoredFile { content, written_at: self.clock.now() });
        Ok(())
    }

    async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Fault> {
        Ok(self.files().get(key).map(|file| file.content.clone()))
    }

    async fn delete(&self, key: &str) -> Result<(), Fault> {
        self.files().remove(key);
        Ok(())
    }

    async fn written_before(&self, before: OffsetDateTime) -> Result<Vec<String>, Fault> {
        let files = self.files();
        let old = files.iter().filter(|(_, file)| file.written_at < before);
        Ok(old.map(|(key, _)| key.clone()).collect())
    }
}

/// Stores the password in plain text and counts its calls, so that a test can check that two requests cost the same.
#[derive(Debug, Default)]
pub struct PlainHasher(AtomicUsize);

impl PlainHasher {
    /// The number of hashes computed and verified so far, including verifications without a stored hash.
    pub fn calls(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl PasswordHasher for PlainHasher {
    async fn hash(&self, password: &str) -> Result<String, Fault> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(format!("$plain${}", composed_password(password)))
    }

    async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, Fault> {
        self.0.fetch_add(1, Ordering::SeqCst);
        let password = composed_password(password);
        Ok(hash.is_some_and(|hash| hash.strip_prefix("$plain$") == Some(&*password)))
    }
}

const fn magic(kind: ImageKind) -> &'static [u8] {
    match kind {
        ImageKind::Jpeg => b"\xFF\xD8\xFF\xE0",
        ImageKind::Png => b"\x89PNG\r\n\x1a\n",
        ImageKind::Webp => b"RIFF\0\0\0\0WEBP",
    }
}

/// An image in the test format.
pub fn plain_image(kind: ImageKind, width: u32, height: u32) -> Vec<u8> {
    [magic(kind), format!("{width}x{height}").as_bytes()].concat()
}

/// `ImageProcessor` for the test format: it applies the real limits, but there are no pixels.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainImageProcessor;

#[async_trait]
impl ImageProcessor for PlainImageProcessor {
    async fn process(&self, kind: ImageKind, content: Vec<u8>) -> Result<ProcessedImage, Refusal> {
        let unreadable = || Refusal::from(Code::ImageUnreadable);
        let words = content.strip_prefix(magic(kind)).and_then(|rest| std::str::from_utf8(rest).ok());
        let (width, height) = words.and_then(|words| words.split_once('x')).ok_or_else(unreadable)?;
        let (width, height): (u32, u32) =
            width.parse().ok().zip(height.parse().ok()).ok_or_else(unreadable)?;
        if !DecodedLimits::allow(width, height) {
            return Err(DecodedLimits::exceeded(width, height));
        }
        let longest = width.max(height).max(1);
        let scaled = |side: u32| side * ProcessedImage::MAX_SIDE.min(longest) / longest;
        let (width, height) = (scaled(width).max(1), scaled(height).max(1));
        Ok(ProcessedImage { content: plain_image(kind, width, height), width, height })
    }
}

/// Providers whose tokens are the JSON `{"sub", "nonce", "email", "given_name", "family_name"}`, unsigned.
pub struct PlainProviders(pub Vec<IdentityKind>);

impl PlainProviders {
    pub fn school() -> Self {
        Self(vec![IdentityKind {
            name: "school".into(),
            title: "Springfield Schools".into(),
            is_wallet: false,
        }])
    }
}

#[async_trait]
impl IdentityProviders for PlainProviders {
    fn list(&self) -> Vec<IdentityKind> {
        self.0.clone()
    }

    async fn identity(
        &self,
        provider: &str,
        id_token: &str,
        nonce: &str,
        _: OffsetDateTime,
    ) -> Result<ProvenIdentity, Refusal> {
        self.known(provider)?;
        let claims: Value = serde_json::from_str(id_token).map_err(|_| Code::IdTokenInvalid)?;
        let text = |name: &str| claims[name].as_str().map(str::to_owned);
        if text("nonce").as_deref() != Some(nonce) {
            return Err(Code::IdTokenInvalid.into());
        }
        Ok(ProvenIdentity {
            subject: text("sub").ok_or(Code::IdTokenInvalid)?,
            email: text("email"),
            first_name: text("given_name"),
            last_name: text("family_name"),
        })
    }

    async fn authorization_url(
        &self,
        provider: &str,
        request: &AuthorizationRequest,
        _: OffsetDateTime,
    ) -> Result<String, Refusal> {
        self.known(provider)?;
        let AuthorizationRequest { redirect_uri, state, nonce, code_challenge } = request;
        Ok(format!(
            "https://{provider}.example/authorize?redirect_uri={redirect_uri}&state={state}&nonce={nonce}&code_challenge={code_challenge}"
        ))
    }

    /// The code is the JSON `{"nonce", "challenge", "sub", …}`: the values in the request, and the subject.
    async fn redeem(
        &self,
        provider: &str,
        redemption: &CodeRedemption,
        now: OffsetDateTime,
    ) -> Result<ProvenIdentity, Refusal> {
        let CodeRedemption { code, issuer, nonce, code_verifier, .. } = redemption;
        if issuer.as_ref().is_some_and(|issuer| *issuer != format!("https://{provider}.example")) {
            return Err(Code::IdTokenInvalid.into());
        }
        let request: Value = serde_json::from_str(code).map_err(|_| Code::TokenInvalid)?;
        if request["challenge"] != s256(code_verifier) {
            return Err(Code::TokenInvalid.into());
        }
        self.identity(provider, code, nonce, now).await
    }
}

impl PlainProviders {
    fn known(&self, provider: &str) -> Result<(), Code> {
        let known = self.0.iter().any(|known| known.name == provider);
        if known { Ok(()) } else { Err(Code::UnknownProvider) }
    }
}
