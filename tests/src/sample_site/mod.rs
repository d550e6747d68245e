//! A site with users, and checks that each of them can continue after a restore or an upgrade. `fill` works with every
//! release since schema 0026, so that fixtures can be created with older programs. It uses later features if the
//! program has them.

mod check;
mod fill;

use serde::{Deserialize, Serialize};

pub const DIRECTOR: &str = "director@forum.example";
pub const DIRECTORS_PASSWORD: &str = "Lantern-42-harbor";
/// Has a pending application with a photo.
const ANA: &str = "ana@school.example";
/// Was approved.
const BO: &str = "bo@school.example";
/// Was rejected, and has a draft with a photo.
const CY: &str = "cy@school.example";
/// Has not confirmed the address yet.
const DEE: &str = "dee@school.example";
/// Has requested a recovery mail.
const EVE: &str = "eve@school.example";
/// Is changing the address.
const FAY: &str = "fay@school.example";
const FAYS_NEW_ADDRESS: &str = "fay@college.example";
/// The confirmation of this sign-up could not be delivered.
const GUS: &str = "gus@school.example";
/// The confirmation of this sign-up is queued.
const HAL: &str = "hal@school.example";

const SUBJECT: &str = "You are in, {{first_name}}";

/// Tokens, links and photos of the users.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SampleSite {
    /// Address and refresh token.
    sessions: Vec<(String, String)>,
    photos: Vec<Photo>,
    /// The unused tokens in mails.
    confirmation: String,
    recovery: String,
    changes: [String; 2],
    /// Bo's authenticator app, if the program has second factors.
    app: Option<App>,
    /// Whether Ana has edited her application and was asked to edit it again.
    #[serde(default)]
    edited: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Photo {
    id: String,
    path: String,
    sha256: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct App {
    id: String,
    secret: String,
    recovery_code: String,
}
