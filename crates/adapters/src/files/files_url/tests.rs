use proptest::prelude::*;

use super::*;

const KEYS: &str = "access_key=AKIA&secret_key=s3cret";

fn parsed(text: &str) -> Result<FilesUrl, FilesUrlError> {
    FilesUrl::parse(text, Path::new("/data"), &AwsEnvironment::default())
}

fn bucket(text: &str) -> S3Bucket {
    match parsed(text).expect("a files URL") {
        FilesUrl::S3(bucket) => bucket,
        folder => panic!("{folder:?}"),
    }
}

#[test]
fn a_folder_url_without_a_path_means_the_default_folder() {
    let folder = |directory: &str| Ok(FilesUrl::Folder { directory: directory.into() });
    assert_eq!(parsed("fs://"), folder("/data/files"));
    assert_eq!(parsed(" fs:/// "), folder("/data/files"));
    assert_eq!(parsed("fs:///srv/photos%20of%20all"), folder("/srv/photos of all"));
}

#[test]
fn a_bucket_has_an_endpoint_a_region_a_prefix_and_keys() {
    let url = format!("s3://photos?endpoint=http://127.0.0.1:9000/&region=eu-1&prefix=/a/b/&{KEYS}");
    let S3Bucket { bucket: name, endpoint, region, prefix, credentials } = bucket(&url);
    assert_eq!((name.as_str(), endpoint.as_deref()), ("photos", Some("http://127.0.0.1:9000")));
    assert_eq!((region.as_str(), prefix.as_str()), ("eu-1", "a/b"));
    let keys = Credentials { access_key: "AKIA".into(), secret_key: "s3cret".into(), session_token: None };
    assert_eq!(credentials, keys);
}

#[test]
fn a_plus_in_a_secret_key_is_literal_and_percent_encoding_is_decoded() {
    let key = |text: &str| bucket(text).credentials.secret_key;
    assert_eq!(key("s3://b?region=x&access_key=A&secret_key=a+b/c="), "a+b/c=");
    assert_eq!(key("s3://b?region=x&access_key=A&secret_key=a%26b%23c"), "a&b#c");
}

#[test]
fn region_and_keys_come_from_the_environment_if_the_url_omits_them() {
    let environment = AwsEnvironment {
        access_key: Some("E".into()),
        secret_key: Some("F".into()),
        session_token: Some("T".into()),
        region: Some("eu-2".into()),
    };
    let read = |text| match FilesUrl::parse(text, Path::new("/data"), &environment) {
        Ok(FilesUrl::S3(bucket)) => (bucket.region, bucket.credentials),
        other => panic!("{other:?}"),
    };
    let (region, keys) = read("s3://photos");
    assert_eq!((region.as_str(), keys.access_key.as_str()), ("eu-2", "E"));
    assert_eq!(keys.session_token.as_deref(), Some("T"));
    let (region, keys) = read("s3://photos?region=eu-1&access_key=A&secret_key=B");
    assert_eq!((region.as_str(), keys.access_key.as_str()), ("eu-1", "A"));
    assert_eq!(keys.session_token, None, "the token belongs to the credentials from the environment");
    assert_eq!(bucket(&format!("s3://photos?endpoint=https://s3.example&{KEYS}")).region, DEFAULT_REGION);
}

#[test]
fn errors_name_the_problem_and_no_secret() {
    for (text, piece) in [
        ("", "not a URL"),
        ("data/files", "not a URL"),
        ("ftp://x", "ftp://"),
        ("fs://photos", "three slashes"),
        ("fs:photos", "a relative path"),
        ("fs:///photos?access_key=s3cret", "a ?"),
        ("fs:///a%ff", "not UTF-8"),
        ("s3://", "names no bucket"),
        ("s3://me:s3cret@photos", "a user or password"),
        ("s3://photos:9000", "a port"),
        ("s3://photos/a?secret_key=s3cret", "a path"),
        ("s3://photos?secret_key=s3cret#x", "a #"),
        ("s3://photos?region=x&secret_key=s3cret", "without a secret_key"),
        ("s3://photos?region=x", "has no keys"),
        ("s3://photos?access_key=A&secret_key=s3cret", "neither region nor endpoint"),
        ("s3://photos?region=x&acess_key=s3cret", "has acess_key after"),
        ("s3://photos?region=x&secret_key=x&S3cret/s3cret", "something unknown"),
        ("s3://photos?region=x&secret_key=s3cret&secret_key=s3cret", "secret_key twice"),
        ("s3://photos?endpoint=127.0.0.1:9000&secret_key=s3cret", "endpoint=https://host:port"),
        ("s3://photos?endpoint=http://me:s3cret@127.0.0.1", "endpoint=https://host:port"),
        ("s3://photos?region=x&prefix=../s3cret", "prefix=photos"),
        ("s3://photos?region=x&secret_key=s3cret%ff", "not UTF-8"),
    ] {
        let error = parsed(text).expect_err(text).to_string();
        assert!(error.contains(piece) && !error.contains("s3cret"), "{text}: {error}");
    }
}

#[test]
fn descriptions_and_debug_output_omit_the_secret() {
    let url =
        parsed(&format!("s3://photos?endpoint=https://s3.example&prefix=a&{KEYS}")).expect("a files URL");
    assert!(!format!("{url:?}").contains("s3cret"));
    assert_eq!(url.describe(), "s3://photos?endpoint=https://s3.example&region=us-east-1&prefix=a");
    assert_eq!(parsed("fs://").expect("a files URL").describe(), "fs:///data/files");
}

proptest! {
    #[test]
    fn every_secret_key_round_trips_and_is_never_shown(
        secret in "(?s).{9,30}", access in "[A-Z0-9]{4,20}", name in "[a-z][a-z0-9-]{1,20}", region in "[a-z0-9-]{1,12}",
    ) {
        let written = percent_encoding::utf8_percent_encode(&secret, percent_encoding::NON_ALPHANUMERIC).to_string();
        let text = format!("s3://{name}?region={region}&access_key={access}&secret_key={written}");
        let url = parsed(&text).expect("a files URL");
        for shown in [url.describe(), format!("{url:?}")] {
            prop_assert!(!shown.contains(&secret) && !shown.contains(&written), "{}", shown);
        }
        let read = bucket(&text);
        prop_assert_eq!((read.bucket, read.region), (name, region));
        prop_assert_eq!((read.credentials.access_key, read.credentials.secret_key), (access, secret));
        let refused = parsed(&format!("{text}&{written}")).expect_err("a refusal");
        prop_assert!(!refused.to_string().contains(&written), "{}", refused);
    }

    #[test]
    fn parsing_a_files_url_never_panics(text in "(?s)(fs|s3)://[a-z:@/%0-9?#&=_.-]{0,40}|.{0,40}") {
        if let Ok(FilesUrl::S3(read)) = parsed(&text) {
            prop_assert!(!read.bucket.is_empty() && !read.credentials.secret_key.is_empty(), "{}", text);
        }
    }
}
