//! Invalid query parameters of lists.

use forum_domain::accounts::Role;
use forum_tests::harness::TestApi;

/// Invalid parameters of a collection, a log and an own list, with the code of the error. `LONG` is replaced by 201 characters.
const INVALID: &[(&str, &[(&str, &str)])] = &[
    (
        "/api/admin/applications",
        &[
            ("sort=phone", "invalid_value"),
            ("order=up", "invalid_value"),
            ("limit=101", "out_of_range"),
            ("q=%00", "invalid_text"),
            ("q=LONG", "too_long"),
        ],
    ),
    (
        "/api/admin/audit-events",
        &[
            ("actor=no-id", "invalid_value"),
            ("target=", "invalid_value"),
            ("limit=101", "out_of_range"),
            ("action=%00", "invalid_text"),
            ("action=LONG", "too_long"),
            ("cursor=%00", "invalid_cursor"),
            ("offset=1", "unknown_parameter"),
            ("actions=x", "unknown_parameter"),
        ],
    ),
    (
        "/api/applications/mine",
        &[
            ("limit=0", "out_of_range"),
            ("limit=101", "out_of_range"),
            ("limit=many", "invalid_value"),
            ("limit=99999999999999999999", "invalid_value"),
            ("offset=-1", "out_of_range"),
            ("status=lost", "invalid_value"),
        ],
    ),
];

#[tokio::test]
async fn an_invalid_parameter_of_a_list_is_reported_with_its_name() {
    let api = TestApi::new().await;
    let caller = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    for (list, parameters) in INVALID {
        for (parameter, code) in *parameters {
            let whole = match *code {
                "invalid_text" | "invalid_cursor" | "unknown_parameter" => code,
                _ => "validation_failed",
            };
            let query = format!("{list}?{}", parameter.replace("LONG", &"x".repeat(201)));
            let answer = caller.get(&query).await.problem(422, whole);
            let (name, _) = parameter.split_once('=').expect("a value");
            assert_eq!(answer.field_errors(), [(format!("/{name}").as_str(), *code)], "{query}");
        }
    }
}
