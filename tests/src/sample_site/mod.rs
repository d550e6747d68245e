//! A site with users, and checks that each of them can continue after a restore.

mod check;
mod fill;

pub const DIRECTOR: &str = "director@forum.example";
pub const DIRECTORS_PASSWORD: &str = "Lantern-42-harbor";
/// Has a pending application with a photo, has edited it and was asked to edit it again.
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
#[derive(Debug, Clone)]
pub struct SampleSite {
    /// Address and refresh token.
    sessions: Vec<(String, String)>,
    photos: Vec<Photo>,
    /// The unused tokens in mails.
    confirmation: String,
    recovery: String,
    changes: [String; 2],
    /// Bo's authenticator app.
    app: App,
}

#[derive(Debug, Clone)]
struct Photo {
    id: String,
    path: String,
    sha256: String,
}

#[derive(Debug, Clone)]
struct App {
    id: String,
    secret: String,
    recovery_code: String,
}
