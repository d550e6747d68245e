-- Challenges expire after five minutes and factors that were never verified after a day; housekeeping finds them by time.

create index factor_challenges_created_idx on factor_challenges (created_at);
create index factors_begun_idx on factors (created_at) where verified_at is null;
