//! Tests reading the environment, and the values that are refused.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

pub(super) fn read(pairs: &[(&str, &str)]) -> Result<Config, ConfigErrors> {
    Config::read(pairs.iter().map(|(name, value)| ((*name).into(), (*value).into())))
}

fn errors(pairs: &[(&str, &str)]) -> Vec<String> {
    read(pairs).err().map(|errors| errors.0).unwrap_or_default()
}

#[test]
fn without_any_setting_everything_has_a_default() {
    let config = read(&[]).expect("defaults");
    assert_eq!(config.profile, Profile::Development);
    assert_eq!((config.listen, config.origin.as_deref()), (None, None));
    assert_eq!(config.keys_dir, PathBuf::from("data/keys"));
    assert!(matches!(config.mail, MailUrl::Spool { .. }));
    assert_eq!(config.files, FilesUrl::Folder { directory: "data/files".into() });
}

#[test]
fn an_unknown_name_is_refused_with_the_nearest_known_one() {
    assert_eq!(
        errors(&[("FORUM__HTTP__LISTN", "x")]),
        ["FORUM__HTTP__LISTN: unknown setting; did you mean FORUM__HTTP__LISTEN?"]
    );
    assert_eq!(
        errors(&[("FORUM_MAIL_URL", "x")]),
        ["FORUM_MAIL_URL: unknown setting; did you mean FORUM__MAIL__URL?"]
    );
    assert!(
        errors(&[("FORUM_SERVICE_HOST", "10.0.0.5"), ("FORUM_PORT_80_TCP", "tcp://10.0.0.5:80")]).is_empty()
    );
    assert!(
        errors(&[("UNRELATED", "x"), ("FORUM__MAIL__URL_FILE", "/dev/null")])
            .iter()
            .all(|error| !error.contains("unknown"))
    );
}

#[test]
fn a_secret_is_read_from_a_regular_file_and_nothing_else() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("database-url");
    std::fs::write(&file, "postgres://forum:s3cret@127.0.0.1/forum\r\n").expect("written");
    let file = file.display().to_string();
    let config = read(&[("DATABASE_URL_FILE", &file)]).expect("a secret");
    assert_eq!(config.database_url.as_deref(), Some("postgres://forum:s3cret@127.0.0.1/forum"));
    let error = "DATABASE_URL_FILE: cannot read /dev/zero: it is not a regular file";
    assert_eq!(errors(&[("DATABASE_URL_FILE", "/dev/zero")]), [error]);
    assert_eq!(errors(&[("DATABASE_URL", "x"), ("DATABASE_URL_FILE", &file)]).len(), 1);
}

#[test]
fn a_secret_can_be_a_systemd_credential() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("DATABASE_URL");
    let credentials = ("CREDENTIALS_DIRECTORY", directory.path().to_str().expect("UTF-8"));
    assert_eq!(read(&[credentials]).expect("no credential").database_url, None);
    std::fs::write(&file, "postgres://forum:s3cret@127.0.0.1/forum\n").expect("written");
    let config = read(&[credentials]).expect("a secret");
    assert_eq!(config.database_url.as_deref(), Some("postgres://forum:s3cret@127.0.0.1/forum"));
    for twice in [("DATABASE_URL", "x"), ("DATABASE_URL_FILE", "/dev/null")] {
        assert_eq!(errors(&[credentials, twice]).len(), 1, "{}", twice.0);
    }
}

#[test]
fn a_value_with_a_typo_is_refused_and_not_shown() {
    let table = [
        ("DATABASE_URL", "postgres://forum:s3cret@db.example/forum?sslmode=verfy-full", "verfy-full"),
        ("FORUM__DATABASE__MIGRATION_URL", "postgres://owner:12/s3cret@db.example/forum", "write / as %2F"),
        ("FORUM__MAIL__URL", "smtp://user:12/s3cret@mail.example", "write / as %2F"),
        ("FORUM__FILES__URL", "s3://photos?secret_key=s3cret&regoin=eu-1", "regoin"),
        (
            "FORUM__OPENID__PROVIDERS",
            r#"[{"name": "a", "title": "A", "issuer": "https://a.example", "clientid": "s3cret"}]"#,
            "JSON",
        ),
        ("RUST_LOG", "wran", "must be a filter"),
        ("RUST_LOG", "info,sqlx=debgu", "must be a filter"),
        ("RUST_LOG", "info,,s3cret=[", "must be a filter"),
        ("OTEL_TRACES_SAMPLER", "always-on", "must be always_on"),
        ("OTEL_TRACES_SAMPLER", "jaeger_remote", "must be always_on"),
        ("OTEL_TRACES_SAMPLER_ARG", "1.5", "must be a number from 0 to 1"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "Bearer s3cret", "must be pairs"),
    ];
    for (name, value, words) in table {
        let both = [(name, value), ("DATABASE_URL", "postgres:///forum")];
        let refused = errors(if name.contains("MIGRATION") { &both } else { &both[..1] });
        assert!(
            refused.len() == 1 && refused[0].starts_with(name) && refused[0].contains(words),
            "{value}: {refused:?}"
        );
        assert!(!refused[0].contains("s3cret"), "{refused:?}");
    }
    for filter in [
        "info",
        "off",
        "warn,sqlx=debug",
        "forum_adapters::mail=trace,error",
        "[request{status=500}]=info,debug",
    ] {
        assert!(errors(&[("RUST_LOG", filter)]).is_empty(), "{filter}");
    }
}

#[test]
fn all_invalid_values_are_reported_together() {
    let errors = errors(&[
        ("FORUM__HTTP__LISTEN", "8080"),
        ("FORUM__SITE__ORIGIN", "forum.example.org/path"),
        ("FORUM__LIMITS__FACTOR", "0"),
        ("FORUM__MAIL__URL", "pigeon://"),
        ("FORUM__FILES__URL", "ftp://x"),
        ("FORUM__PROFILE", "staging"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "https://ann:sesame@collector.example"),
    ]);
    assert_eq!(errors.len(), 7, "{errors:#?}");
}

#[test]
fn administrators_need_a_second_factor_in_production_by_default() {
    let factor = |more: &[(&str, &str)]| read(more).map(|config| config.admin_factor);
    let name = "FORUM__ADMIN__SECOND_FACTOR";
    assert_eq!(factor(&[]), Ok(AdminFactor::Optional));
    assert_eq!(factor(&[(name, "required")]), Ok(AdminFactor::Required));
    assert_eq!(factor(&PUBLIC), Ok(AdminFactor::Required));
    assert_eq!(factor(&[&PUBLIC[..], &[(name, "optional")]].concat()), Ok(AdminFactor::Optional));
    assert_eq!(errors(&[(name, "yes")]), ["FORUM__ADMIN__SECOND_FACTOR: must be optional or required"]);
}

/// A setting as `config check` prints it.
fn shown(config: &Config, name: &str) -> String {
    config.shown.clone().into_iter().find(|row| row.0 == name).expect("a row").1
}

#[test]
fn a_value_is_shown_as_it_was_understood_or_refused_by_name() {
    const SCHOOL: &str = r#"[{"name": "school", "title": "Springfield Schools", "issuer": "https://id.school.example", "client_id": "forum"}]"#;
    type Row = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str], &'static str);
    let table: [Row; 7] = [
        (
            "FORUM__HTTP__DRAIN_SECONDS",
            &[("", "0"), ("300", "300")],
            &["301", "-1", "1.5", "5s"],
            "a number from 0 to 300",
        ),
        (
            "FORUM__CORS__ORIGINS",
            &[
                ("", "none"),
                (
                    "https://app.example.org/, http://LOCALHOST:5173",
                    "https://app.example.org, http://localhost:5173",
                ),
            ],
            &[
                "*",
                "https://*.example.org",
                "null",
                "https://a.example/path",
                "app.example.org",
                "https://a.example,",
            ],
            "origins such as https://app.example.org, without a path, separated by commas",
        ),
        (
            "FORUM__HTTP__TRUSTED_PROXIES",
            &[("", "none"), ("10.0.0.0/8,::1", "10.0.0.0/8, ::1")],
            &["proxy.example"],
            "IP addresses or networks such as 10.0.0.0/8, separated by commas",
        ),
        (
            "FORUM__OPENID__PROVIDERS",
            &[("", "none"), (SCHOOL, "school")],
            &["school"],
            "a JSON list such as ",
        ),
        (
            "FORUM__WALLETS__CHAINS",
            &[("solana,ethereum", "solana, ethereum")],
            &["bitcoin"],
            "a list of ethereum and solana, separated by commas",
        ),
        (
            "FORUM__LIMITS__FACTOR",
            &[("", "1"), ("0.5", "0.5"), ("1000", "1000")],
            &["0", "-1", "inf", "NaN", "1,5"],
            "a number above 0",
        ),
        // The origin is inserted into HTML.
        (
            "FORUM__SITE__ORIGIN",
            &[
                ("https://forum.example.org/", "https://forum.example.org"),
                ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
                ("http://[::1]:8080", "http://[::1]:8080"),
                ("https://bücher.example", "https://xn--bcher-kva.example"),
            ],
            &[
                "https://a.example/x",
                "https://a&b.example",
                "https://a\"b.example",
                "https://a'b.example",
                "https://a;b.example",
            ],
            "an origin such as https://forum.example.org, without a path",
        ),
    ];
    for (name, accepted, refused, expected) in table {
        for (text, value) in accepted {
            assert_eq!(shown(&read(&[(name, text)]).expect(text), name), *value, "{name}={text}");
        }
        for text in refused {
            let found = errors(&[(name, text)]);
            let begins =
                found.iter().filter(|error| error.starts_with(&format!("{name}: must be {expected}")));
            assert_eq!((begins.count(), found.len()), (1, 1), "{name}={text}: {found:?}");
        }
    }
}

#[test]
fn s3_keys_come_from_the_url_or_the_aws_variables_and_are_never_shown() {
    let url = ("FORUM__FILES__URL", "s3://photos");
    assert_eq!(errors(&[url]).len(), 1, "neither region nor keys");
    let config = read(&[
        url,
        ("AWS_ACCESS_KEY_ID", "AKIA"),
        ("AWS_SECRET_ACCESS_KEY", "s3cret"),
        ("AWS_REGION", "eu-1"),
    ])
    .expect("a bucket");
    assert!(config.shown.iter().all(|(_, value)| !value.contains("s3cret")));
    assert!(config.shown.contains(&("FORUM__FILES__URL", "s3://photos?region=eu-1".to_owned())));
    let errors = errors(&[("FORUM__FILES__URL", "s3://photos?secret_key=s3cret&region=eu-1")]);
    assert!(errors[0].starts_with("FORUM__FILES__URL: ") && !errors[0].contains("s3cret"));
}

#[test]
fn production_needs_a_database_a_mail_host_a_sender_and_an_origin_with_https() {
    let production = ("FORUM__PROFILE", "production");
    for origin in ["", "http://forum.example.org"] {
        let errors = errors(&[production, ("FORUM__SITE__ORIGIN", origin)]);
        let named = |name| errors.iter().filter(|error| error.starts_with(name)).count();
        let senders = ["FORUM__MAIL__FROM: ", "FORUM__MAIL__REPLY_TO: "];
        for setting in
            ["DATABASE_URL: ", "FORUM__MAIL__URL: ", "FORUM__SITE__ORIGIN: "].into_iter().chain(senders)
        {
            assert_eq!(named(setting), 1, "{setting}{errors:#?}");
        }
    }
    let config = read(&PUBLIC).expect("a production configuration");
    assert!(config.shown.iter().all(|(_, value)| !value.contains("secret")));
}

#[test]
fn production_refuses_senders_in_domains_that_are_reserved_for_examples_and_tests() {
    for name in ["FORUM__MAIL__FROM", "FORUM__MAIL__REPLY_TO"] {
        for domain in ["educatorsforum.example", "forum.test", "FORUM.INVALID", "localhost", "mail.localhost"]
        {
            let refused = production_errors(&[(name, &format!("Forum <forum@{domain}>"))]);
            let needed = format!("{name}: the production profile needs an address that receives mail");
            assert!(refused.len() == 1 && refused[0].starts_with(&needed), "{domain}: {refused:?}");
            assert_eq!(errors(&[(name, &format!("forum@{domain}"))]), Vec::<String>::new(), "in development");
        }
        assert_eq!(production_errors(&[(name, "forum@example.school")]), Vec::<String>::new());
        assert_eq!(production_errors(&[(name, "forum")]).len(), 1, "malformed, but not also missing");
    }
}

/// The settings that a site in production needs.
pub(super) const PUBLIC: [(&str, &str); 6] = [
    ("FORUM__PROFILE", "production"),
    ("FORUM__SITE__ORIGIN", "https://forum.example.org"),
    ("FORUM__MAIL__URL", "smtps://user:secret@mail.example.org"),
    ("DATABASE_URL", "postgres://user:secret@localhost/forum"),
    ("FORUM__MAIL__FROM", "Forum <forum@example.org>"),
    ("FORUM__MAIL__REPLY_TO", "office@example.org"),
];

#[test]
fn production_does_not_also_report_a_malformed_value_as_missing() {
    for (name, value) in [
        ("FORUM__MAIL__URL", "smtp://user:pass/word@mail.example.org"),
        ("FORUM__SITE__ORIGIN", "forum.example.org"),
        ("DATABASE_URL_FILE", "/none"),
    ] {
        let setting = name.trim_end_matches("_FILE");
        let errors = errors(&[("FORUM__PROFILE", "production"), (name, value)]);
        let named = errors.iter().filter(|error| error.starts_with(setting)).count();
        assert_eq!(named, 1, "{errors:#?}");
    }
}

/// The errors of a production configuration with these settings in addition to the required ones.
fn production_errors(settings: &[(&str, &str)]) -> Vec<String> {
    let needed = PUBLIC.into_iter().filter(|(name, _)| !settings.iter().any(|(set, _)| set == name));
    errors(&needed.chain(settings.iter().copied()).collect::<Vec<_>>())
}

#[test]
fn production_requires_encryption_to_other_machines_unless_cleartext_is_allowed() {
    let table = [
        ("DATABASE_URL", "postgres://site:secret@db.example.org/forum", Some("database")),
        ("DATABASE_URL", "postgres://site:secret@db.example.org/forum?sslmode=verify-full", None),
        ("DATABASE_URL", "postgres://site@localhost/forum", None),
        ("FORUM__MAIL__URL", "smtp://mail.example.org", Some("mail")),
        ("FORUM__MAIL__URL", "smtp://user:secret@mail.example.org", None),
        ("FORUM__MAIL__URL", "smtp://localhost", None),
        (
            "FORUM__FILES__URL",
            "s3://b?endpoint=http://s3.example.org&access_key=a&secret_key=b",
            Some("files"),
        ),
        ("FORUM__FILES__URL", "s3://b?endpoint=https://s3.example.org&access_key=a&secret_key=b", None),
        ("FORUM__FILES__URL", "s3://b?endpoint=http://127.0.0.1:9000&access_key=a&secret_key=b", None),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector.example.org:4318", Some("traces")),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://[::1]:4318", None),
    ];
    for (name, value, clear) in table {
        let refused = production_errors(&[(name, value)]);
        assert_eq!(refused.len(), usize::from(clear.is_some()), "{value}: {refused:?}");
        assert!(errors(&[(name, value)]).is_empty(), "development accepts {value}");
        let Some(clear) = clear else { continue };
        let words = format!("FORUM__ALLOW_CLEARTEXT={clear}");
        assert!(refused[0].starts_with(name) && refused[0].contains(&words), "{refused:?}");
        assert!(!refused[0].contains("secret"), "{refused:?}");
        let all = "database,mail,files,traces";
        for allowed in [clear, all] {
            let allow = ("FORUM__ALLOW_CLEARTEXT", allowed);
            assert_eq!(production_errors(&[(name, value), allow]), Vec::<String>::new(), "{value}");
        }
        let others = all.replace(clear, "").replace(",,", ",");
        let others = ("FORUM__ALLOW_CLEARTEXT", others.trim_matches(','));
        assert_eq!(production_errors(&[(name, value), others]), refused);
    }
    let owner = "postgres://owner:secret@db.example.org/forum";
    let both = [
        ("DATABASE_URL", "postgres://site@db.example.org/forum?sslmode=verify-full"),
        ("FORUM__DATABASE__MIGRATION_URL", owner),
    ];
    let refused = production_errors(&both);
    assert!(refused.len() == 1 && refused[0].starts_with("FORUM__DATABASE__MIGRATION_URL"), "{refused:?}");
    assert_eq!(
        errors(&[("FORUM__ALLOW_CLEARTEXT", "database,everything")]),
        ["FORUM__ALLOW_CLEARTEXT: must be a list of database, mail, files and traces, separated by commas"]
    );
}

#[test]
fn a_migration_url_is_a_secret_and_requires_a_database_url() {
    let owner = ("FORUM__DATABASE__MIGRATION_URL", "postgres://owner:secret@db.example.org/forum");
    assert_eq!(
        errors(&[owner]),
        ["FORUM__DATABASE__MIGRATION_URL: it needs DATABASE_URL; the private PostgreSQL has one role"]
    );
    let config = read(&[owner, ("DATABASE_URL", "postgres://site@db.example.org/forum")]).expect("two roles");
    assert_eq!(config.migration_url.as_deref(), Some(owner.1));
    assert!(config.shown.iter().all(|(_, value)| !value.contains("secret")));
}

/// The names of settings in the source code.
fn names() -> BTreeSet<&'static str> {
    [
        include_str!("features.rs"),
        include_str!("mod.rs"),
        include_str!("production.rs"),
        include_str!("retention.rs"),
    ]
    .into_iter()
    .flat_map(|code| code.split(|c: char| !c.is_ascii_uppercase() && c != '_'))
    .filter(|word| word.starts_with("FORUM__") && !word.ends_with('_'))
    .collect()
}

#[test]
fn every_setting_is_shown_by_config_check_and_documented() {
    let settings = |names: Vec<&'static str>| -> BTreeSet<_> {
        names.into_iter().filter(|name| name.starts_with("FORUM__")).collect()
    };
    let shown = read(&[]).expect("the defaults").shown;
    assert_eq!(settings(shown.into_iter().map(|(name, _)| name).collect()), names());
    let document = include_str!("../../../../docs/configuration.md");
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    assert_eq!(settings(rows.collect()), names());
}

proptest! {
    #[test]
    fn an_accepted_origin_is_plain_and_parses_unchanged(text in "(?s)https?://[a-zA-Z0-9.:\\[\\]@%/?#\"'<>&ü-]{0,30}|.{0,40}") {
        if let Some(origin) = parse_origin(&text) {
            prop_assert!(!origin.contains(['"', '\'', '<', '>', '&', ' ', '@', '?', '#']), "{}", origin);
            prop_assert_eq!(parse_origin(&origin), Some(origin));
        }
    }

    #[test]
    fn no_setting_value_causes_a_panic(name in any::<prop::sample::Index>(), value in "(?s)[0-9]{1,30}|-?[0-9.e]{1,9}|[^\\x00]{0,30}") {
        let names: Vec<_> = names().into_iter().collect();
        let name = names[name.index(names.len())];
        if let Err(ConfigErrors(errors)) = read(&[(name, value.as_str())]) {
            prop_assert!(errors.iter().all(|error| error.contains(':')), "{:?}", errors);
        }
    }
}
