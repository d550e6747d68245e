-- A recorded response about an application ends with it. Records of an earlier release have no application and end within a day.
alter table idempotent_requests
    add column application_id uuid references applications (id) on delete cascade;
comment on column idempotent_requests.application_id is 'The application whose data the response contains.';
create index idempotent_requests_application_idx on idempotent_requests (application_id) where application_id is not null;
