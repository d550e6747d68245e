-- Signing in at a provider in the browser, and with wallets.

alter table sign_in_flows drop constraint sign_in_flows_kind;
alter table sign_in_flows add constraint sign_in_flows_kind
    check (kind in ('passkey', 'id_token', 'authorization', 'auth_code', 'wallet'));
comment on column sign_in_flows.state is 'JSON; of passkeys the state of their ceremony.';
