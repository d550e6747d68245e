//! The rule for the notice to the owner of a sign-in from a new device.

use time::Duration;

use super::session::Device;

/// How long a browser on a network is remembered after its last use.
pub const DEVICE_REMEMBERED: Duration = Duration::days(90);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EarlierSignIns {
    pub any: bool,
    /// Devices that were used within [`DEVICE_REMEMBERED`].
    pub devices: Vec<Device>,
}

/// Whether the owner gets a notice: no remembered device has the same kind of browser on the same network. The first
/// sign-in causes no notice, because the user has just confirmed the address.
pub fn is_new_device(device: &Device, earlier: &EarlierSignIns) -> bool {
    let same = |known: &Device| known.ip_prefix == device.ip_prefix && family(known) == family(device);
    earlier.any && !earlier.devices.iter().any(same)
}

/// The kind of a browser, independent of its version: recognised by a word in its `User-Agent`, most specific first.
/// For other programs, the text before the version.
fn family(device: &Device) -> Option<&str> {
    const FAMILIES: [(&str, &str); 10] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chromium/", "Chromium"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
        ("Mozilla/", "another browser"),
    ];
    let text = device.user_agent.as_deref()?;
    let known = FAMILIES.iter().find(|(word, _)| text.contains(word)).map(|(_, name)| *name);
    known.or_else(|| text.split(['/', ' ']).next())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const NEWER_FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0";
    const CHROME: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
    const EDGE: &str = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0";
    const SAFARI: &str =
        "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15";
    const HOME: &str = "192.0.2.0/24";
    const AWAY: &str = "198.51.100.0/24";

    fn device(ip_prefix: &str, user_agent: &str) -> Device {
        Device { ip_prefix: Some(ip_prefix.into()), user_agent: Some(user_agent.into()) }
    }

    #[test]
    fn only_a_known_browser_on_its_known_network_is_not_a_new_device() {
        let known = EarlierSignIns { any: true, devices: vec![device(HOME, FIREFOX), device(AWAY, CHROME)] };
        let table = [
            (device(HOME, FIREFOX), false),
            (device(HOME, NEWER_FIREFOX), false),
            (device(AWAY, CHROME), false),
            (device(AWAY, FIREFOX), true),
            (device(HOME, CHROME), true),
            (Device { user_agent: None, ..device(HOME, "") }, true),
            (Device { ip_prefix: None, ..device(HOME, FIREFOX) }, true),
        ];
        for (device, is_new) in table {
            assert_eq!(is_new_device(&device, &known), is_new, "{device:?}");
        }
    }

    #[test]
    fn the_first_sign_in_is_not_a_new_device_and_a_forgotten_one_is() {
        let first = EarlierSignIns { any: false, devices: Vec::new() };
        assert!(!is_new_device(&device(HOME, FIREFOX), &first));
        let forgotten = EarlierSignIns { any: true, devices: Vec::new() };
        assert!(is_new_device(&device(HOME, FIREFOX), &forgotten));
    }

    #[test]
    fn browsers_are_distinguished_despite_misleading_user_agents() {
        let families = [
            (FIREFOX, "Firefox"),
            (NEWER_FIREFOX, "Firefox"),
            (CHROME, "Chrome"),
            (EDGE, "Edge"),
            (SAFARI, "Safari"),
            ("Mozilla/5.0 (compatible)", "another browser"),
            ("curl/8.5.0", "curl"),
            ("", ""),
        ];
        for (text, expected) in families {
            assert_eq!(family(&device(HOME, text)), Some(expected), "{text}");
        }
        assert_eq!(family(&Device::default()), None);
    }
}
