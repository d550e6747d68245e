//! `UserDirectory` and `UserStore` in memory.

use async_trait::async_trait;
use forum_domain::shared::{Fault, Key, Listing, PageRequest, Place, name_key};
use forum_domain::users::{
    UserChangeContext, UserChangeStep, UserChanges, UserDetail, UserDirectory, UserError, UserFilter,
    UserSort, UserStore, UserSummary,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::memory::applications::searched::words_of_user;
use crate::memory::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;
use crate::memory::state::{State, UserRow};

#[async_trait]
impl UserDirectory for MemoryDatabase {
    async fn list(
        &self,
        filter: UserFilter,
        page: PageRequest<UserSort>,
    ) -> Result<Listing<UserSummary>, Fault> {
        self.read(|state| {
            let rows = state.users.values().filter(|row| matches(row, &filter));
            let tied = state.has(SeededBug::TiesShareAPlace);
            let rows = rows.map(|row| {
                let place = place(row, page.sort);
                (if tied { Place { id: Uuid::nil(), ..place } } else { place }, summary(row))
            });
            Listing::of_all(&page, rows.collect())
        })
    }

    async fn find(&self, id: Uuid, now: OffsetDateTime) -> Result<Option<UserDetail>, Fault> {
        self.read(|state| {
            let summary = summary(state.users.get(&id)?);
            let mut own: Vec<_> = state.applications.values().filter(|row| row.user_id == id).collect();
            own.sort_by_key(|row| std::cmp::Reverse((row.submitted_at, row.id)));
            let sessions = state.sessions.values().filter(|session| session.user_id == id);
            Some(UserDetail {
                summary,
                applications: own.into_iter().map(|row| (row.id, row.status)).collect(),
                sessions: sessions.filter(|session| session.check_alive(now).is_ok()).count() as u64,
            })
        })
    }
}

#[async_trait]
impl UserStore for MemoryDatabase {
    async fn change(&self, id: Uuid, step: UserChangeStep) -> Result<UserSummary, UserError> {
        self.write(|state| {
            let user = state.users.get(&id).ok_or(UserError::NotFound)?.user.clone();
            let counts = |row: &&UserRow| {
                row.user.roles.is_admin()
                    && (state.has(SeededBug::DisabledAdministratorsCount) || !row.user.is_disabled())
            };
            let administrators = state.users.values().filter(counts).map(|row| row.user.id).collect();
            if let Some(changes) = step(&UserChangeContext { user, administrators })? {
                store(state, id, changes)?;
            }
            Ok(summary(&state.users[&id]))
        })
    }
}

fn store(state: &mut State, id: Uuid, changes: UserChanges) -> Result<(), Fault> {
    let UserChanges { roles, disabled_at, sessions_end_at, audit } = changes;
    if let Some(row) = state.users.get_mut(&id) {
        row.user.roles.apply(&roles);
        row.user.disabled_at = disabled_at;
    }
    if let Some(at) = sessions_end_at.filter(|_| !state.has(SeededBug::SessionsOutliveDisabling)) {
        for session in state.sessions.values_mut().filter(|session| session.user_id == id) {
            session.revoked_at.get_or_insert(at);
        }
    }
    state.add_audit(audit)
}

fn matches(row: &UserRow, filter: &UserFilter) -> bool {
    filter.role.is_none_or(|role| row.user.roles.has(role))
        && filter.words().is_none_or(|words| words.are_in(&words_of_user(&row.user)))
}

fn place(row: &UserRow, sort: UserSort) -> Place {
    let name = &row.user.name;
    let keys = match sort {
        UserSort::CreatedAt => vec![Key::Instant(row.user.created_at)],
        UserSort::Name => [&name.last, &name.first].map(|name| Key::Text(name_key(name))).into(),
        UserSort::Email => vec![Key::Text(row.user.email.key())],
    };
    Place { keys, id: row.user.id }
}

fn summary(row: &UserRow) -> UserSummary {
    UserSummary { user: row.user.clone(), last_sign_in_at: row.last_sign_in_at }
}
