//! The marks of administrators, what each has read, and the target.

use std::collections::BTreeSet;

use forum_domain::accounts::Role;
use forum_domain::applications::{
    ApplicationSummary, ChangeActor, ChangesFilter, Decision, ExportRequest, Mark, MarkFilter, Marks,
    ReviewFilter, ReviewSort, Selection, Status, SubmittedWithin, TeamMark,
};
use forum_domain::shared::{Code, Order};
use forum_tests::builders::{NOON, asking, fields_with, id};
use forum_tests::stores::Stores;
use time::Duration;
use uuid::Uuid;

use super::applications::{edited, taken_back};
use super::lists::list;
use super::review::{noted, read};

async fn admins(stores: &Stores) -> [Uuid; 4] {
    let emails = ["a@example.org", "b@example.org", "c@example.org", "d@example.org"];
    let mut admins = Vec::new();
    for email in emails {
        admins.push(stores.user(email, &[Role::Admin, Role::Applicant]).await);
    }
    admins.try_into().expect("four")
}

/// Applications in the order of their submission, with marks of the administrators in order: `y`, `m`, `n`, or none.
async fn marked(stores: &Stores, admins: &[Uuid], marks: &[&str]) -> Vec<Uuid> {
    let mut all = Vec::new();
    for (hour, marks) in (0..).zip(marks) {
        let user_id = stores.applicant(&format!("t{hour}@example.org")).await;
        let application = stores.submitted(user_id, NOON + Duration::hours(hour)).await.id;
        for (admin, mark) in admins.iter().zip(marks.chars()) {
            let mark = match mark {
                'y' => Mark::Yes,
                'm' => Mark::Maybe,
                'n' => Mark::No,
                _ => continue,
            };
            stores.mark(application, *admin, Some(mark)).await.expect("a mark");
        }
        all.push(application);
    }
    all
}

async fn rows(stores: &Stores, filter: &ReviewFilter, sort: ReviewSort) -> Vec<ApplicationSummary> {
    list(stores, filter, sort, Order::Asc).await.0.items
}

const MARKED: [&str; 9] = ["y...", "n...", "yn..", "yyn.", "yyyn", "nnny", ".mm.", "....", "mmy."];

#[tokio::test]
async fn the_team_and_my_own_marks_filter_and_sort_the_list() {
    let stores = &Stores::fresh().await;
    let admins = admins(stores).await;
    let all = marked(stores, &admins, &MARKED).await;
    let reader = admins[0];
    let team = |team| ReviewFilter { team: Some(team), reader, ..ReviewFilter::default() };
    let mine = |mark| ReviewFilter { mark: Some(mark), reader, ..ReviewFilter::default() };
    let table: [(ReviewFilter, &[usize]); 9] = [
        // Without an opponent one mark decides; with one the lead must be two.
        (team(TeamMark::Yes), &[0, 4, 8]),
        (team(TeamMark::No), &[1, 5]),
        (team(TeamMark::Divided), &[2, 3]),
        (team(TeamMark::None), &[6, 7]),
        (mine(MarkFilter::Yes), &[0, 2, 3, 4]),
        (mine(MarkFilter::Maybe), &[8]),
        (mine(MarkFilter::No), &[1, 5]),
        (mine(MarkFilter::None), &[6, 7]),
        (ReviewFilter { mark: Some(MarkFilter::No), ..team(TeamMark::No) }, &[1, 5]),
    ];
    for (filter, expected) in table {
        let found = rows(stores, &filter, ReviewSort::SubmittedAt).await;
        let wanted: Vec<_> = expected.iter().map(|number| all[*number]).collect();
        assert_eq!(found.iter().map(|row| row.id).collect::<Vec<_>>(), wanted, "{filter:?}");
    }
    let any = ReviewFilter { reader, ..ReviewFilter::default() };
    let by_marks = rows(stores, &any, ReviewSort::Marks).await;
    let balances = by_marks.iter().map(|row| all.iter().position(|id| *id == row.id).expect("a row"));
    assert_eq!(
        balances.collect::<Vec<_>>(),
        [5, 1, 2, 6, 7, 0, 3, 8, 4],
        "yes less no, then the earlier one"
    );
    let seen = by_marks[7].assessment.expect("another's application").marks;
    assert_eq!(seen, Marks { yes: 1, maybe: 2, no: 0, mine: Some(Mark::Maybe) });

    stores.mark(all[0], reader, None).await.expect("no mark");
    assert_eq!(rows(stores, &team(TeamMark::Yes), ReviewSort::Status).await.len(), 2);
    assert_eq!(stores.mark(id(), reader, None).await.map_err(|refused| refused.code), Err(Code::NotFound));
}

/// The list, its filters and the numbers tell administrators nothing about their own applications.
#[tokio::test]
async fn the_marks_on_ones_own_application_stay_hidden() {
    let stores = &Stores::fresh().await;
    let admins = admins(stores).await;
    let own = stores.submitted(admins[0], NOON).await.id;
    for (admin, mark) in [(admins[1], Mark::Yes), (admins[2], Mark::Yes)] {
        stores.mark(own, admin, Some(mark)).await.expect("a mark");
    }
    noted(stores, own, admins[1]).await;
    stores.review.record_reading(own, admins[0], NOON).await.expect("a reading");
    let refused = stores.mark(own, admins[0], Some(Mark::Yes)).await.map_err(|refused| refused.code);
    assert_eq!(refused, Err(Code::OwnApplication));
    for (reader, sees) in [(admins[0], false), (admins[3], true)] {
        let any = ReviewFilter { reader, ..ReviewFilter::default() };
        let listed = rows(stores, &any, ReviewSort::SubmittedAt).await;
        assert_eq!(listed[0].assessment.map(|seen| (seen.notes, seen.marks.yes)), sees.then_some((1, 2)));
        for (hidden, sort) in [
            (any.clone(), ReviewSort::Marks),
            (ReviewFilter { states: BTreeSet::from(["fl".to_owned()]), ..any.clone() }, ReviewSort::Marks),
            (ReviewFilter { query: Some("florida".to_owned()), ..any.clone() }, ReviewSort::Marks),
            (ReviewFilter { team: Some(TeamMark::Yes), ..any.clone() }, ReviewSort::SubmittedAt),
            (ReviewFilter { has_notes: Some(true), ..any.clone() }, ReviewSort::SubmittedAt),
            (ReviewFilter { mark: Some(MarkFilter::None), ..any.clone() }, ReviewSort::SubmittedAt),
        ] {
            let seen = list(stores, &hidden, sort, Order::Asc).await.0;
            let request = ExportRequest { filter: hidden, sort, ..ExportRequest::default() };
            let (exported, exports) = stores.review.export(request.clone()).await.expect("an export");
            let exports = read(exported, exports).await.len() as u64;
            let numbers = [seen.items.len() as u64, seen.total, exports];
            assert_eq!(numbers, [u64::from(sees); 3], "{request:?}");
        }
        // The numbers of a search are not maintained.
        for query in [None, Some("florida".to_owned())] {
            let filter = ReviewFilter { query, ..any.clone() };
            let states = stores.review.states(filter).await.expect("a result").items;
            assert_eq!((states[0].pending, states[0].team_yes), (1, u64::from(sees)));
        }
        assert_eq!(
            stores.review.selection(reader, SubmittedWithin::default()).await.expect("a result").team_yes,
            u64::from(sees)
        );
    }
}

#[tokio::test]
async fn the_selection_counts_approved_applications_and_pending_ones_that_the_team_wants() {
    let stores = &Stores::fresh().await;
    let admins = admins(stores).await;
    let all = marked(stores, &admins, &["y...", "yy..", "yyn.", "y..."]).await;
    let numbers = async || {
        let Selection { approved, team_yes, .. } =
            stores.review.selection(admins[0], SubmittedWithin::default()).await.expect("a result");
        for query in [None, Some("florida".to_owned())] {
            let filter = ReviewFilter { query, ..ReviewFilter::default() };
            let states = stores.review.states(filter).await.expect("a result").items;
            let sums: Vec<_> = states.iter().map(|state| (state.approved, state.team_yes)).collect();
            assert_eq!(sums, [(approved, team_yes)], "all are from one state");
        }
        (approved, team_yes)
    };
    assert_eq!(numbers().await, (0, 3));
    stores.decide(all[0], Decision::Approve, admins[0], NOON).await;
    stores.decide(all[1], Decision::Reject, admins[0], NOON).await;
    assert_eq!(numbers().await, (1, 1));
    // Application 0 is approved and 3 is wanted, each an hour after the one before.
    for (hours, counted) in
        [([None, Some(1)], (1, 0)), ([Some(0), None], (1, 1)), ([Some(1), Some(3)], (0, 0))]
    {
        let [after, before] = hours.map(|hours| hours.map(|hours| NOON + Duration::hours(hours)));
        let Selection { approved, team_yes, .. } =
            stores.review.selection(admins[0], SubmittedWithin { after, before }).await.expect("a result");
        assert_eq!((approved, team_yes), counted, "{hours:?}");
    }
    let refused = stores.mark(all[0], admins[0], None).await.map_err(|refused| refused.code);
    assert_eq!(refused, Err(Code::ApplicationAlreadyDecided), "its marks stay");
    let approved = ReviewFilter { status: Some(Status::Approved), ..ReviewFilter::default() };
    let kept = rows(stores, &approved, ReviewSort::SubmittedAt).await[0].assessment.expect("another's");
    assert_eq!(kept.marks.yes, 1);
}

#[tokio::test]
async fn a_row_shows_notes_changes_the_last_event_and_when_i_read_it() {
    let stores = &Stores::fresh().await;
    let [reader, other, ..] = admins(stores).await;
    let ana = stores.applicant("ana@example.org").await;
    let long = format!("Zwölf {}", "é".repeat(200));
    let application = stores.applied(ana, fields_with(&[("teaching_experience", &long)]), NOON).await;
    let row = async || {
        let any = ReviewFilter { reader, ..ReviewFilter::default() };
        let row = rows(stores, &any, ReviewSort::ChangedAt).await.remove(0);
        let seen = row.assessment.expect("another's");
        (row.excerpt, row.changed_at, seen.notes, seen.read_at)
    };
    let excerpt = format!("Zwölf {}", "é".repeat(114));
    assert_eq!(row().await, (excerpt.clone(), NOON, 0, None));
    noted(stores, application.id, other).await;
    let read =
        |admin, hour| stores.review.record_reading(application.id, admin, NOON + Duration::hours(hour));
    for (admin, hour) in [(other, 1), (reader, 2), (reader, 3)] {
        read(admin, hour).await.expect("a reading");
    }
    assert_eq!(row().await, (excerpt, NOON, 1, Some(NOON + Duration::hours(3))));
    let with = async |changes| {
        let filter = ReviewFilter { changes: Some(changes), ..ReviewFilter::default() };
        rows(stores, &filter, ReviewSort::SubmittedAt).await.len()
    };
    assert_eq!((with(ChangesFilter::None).await, with(ChangesFilter::Requested).await), (1, 0));
    stores.requested(application.id, other).await;
    assert_eq!((with(ChangesFilter::None).await, with(ChangesFilter::Requested).await), (0, 1));
    edited(stores, &application, 1, fields_with(&[("city", "Ocala"), ("teaching_experience", &long)])).await;
    assert_eq!((with(ChangesFilter::Made).await, with(ChangesFilter::Requested).await), (1, 0));
    assert!(row().await.1 > NOON);
    stores.decide(application.id, Decision::Approve, other, NOON + Duration::DAY).await;
    assert_eq!((with(ChangesFilter::None).await, row().await.1), (1, NOON + Duration::DAY));
    stores.review.record_reading(id(), reader, NOON).await.expect("nothing to store");
    let bo = stores.submitted(stores.applicant("bo@example.org").await, NOON).await.id;
    let request = stores.requested(bo, other).await.id;
    taken_back(stores, bo, other, request).await;
    assert_eq!((with(ChangesFilter::None).await, with(ChangesFilter::Made).await), (2, 0));
}

#[tokio::test]
async fn a_search_finds_beginnings_of_words_of_the_experience() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let experience = "Zwölf Jahre: I taught Montessori-style kindergarten.";
    let application = stores.applied(ana, fields_with(&[("teaching_experience", experience)]), NOON).await;
    let found = async |query: &str| {
        let filter = ReviewFilter { query: Some(query.to_owned()), ..ReviewFilter::default() };
        rows(stores, &filter, ReviewSort::SubmittedAt).await.len()
    };
    for (query, expected) in [
        ("zwolf", 1),
        ("MONTESS kinder", 1),
        ("style", 1),
        ("garten", 0),
        ("taught by", 0),
        ("tau ana@", 1),
        ("zw", 1),
        ("z", 0),
    ] {
        assert_eq!(found(query).await, expected, "{query}");
    }
    let admin = stores.admin().await;
    let asked = asking(admin, &["teaching_experience"], NOON);
    let actor = ChangeActor::Administrator(admin);
    stores.change_requests.change(application.id, actor, asked).await.expect("a request");
    let long = format!("Chess. {}", "é".repeat(3_000));
    edited(stores, &application, 1, fields_with(&[("teaching_experience", &long)])).await;
    assert_eq!((found("chess").await, found(&"é".repeat(200)).await, found("zwolf").await), (1, 1, 0));
}
