-- Hosts that connect with OAuth. Codes and tokens are stored as SHA-256 hashes.
create table oauth_clients (
  id            text primary key,
  name          text not null,
  redirect_uris text[] not null,
  created_at    timestamptz not null default now()
);

-- What a person allowed: a client uses these tools as the agent of the key that was entered.
create table oauth_grants (
  id          uuid primary key default gen_random_uuid(),
  -- The URL of a client's metadata document, or the id of a registered client.
  client_id   text not null,
  client_name text not null,
  key_id      text not null references api_keys (id) on delete cascade,
  resource    text not null,
  paths       text[] not null,
  created_at  timestamptz not null default now(),
  revoked_at  timestamptz
);

create index oauth_grants_of_client on oauth_grants (client_id);
create index oauth_grants_of_key on oauth_grants (key_id);

create table oauth_codes (
  hash           bytea primary key,
  grant_id       uuid not null references oauth_grants (id) on delete cascade,
  redirect_uri   text not null,
  code_challenge text not null,
  expires_at     timestamptz not null,
  used_at        timestamptz
);

create index oauth_codes_of_grant on oauth_codes (grant_id);

-- A used token is kept until it expires: if it is sent again, somebody has copied it.
create table oauth_refresh_tokens (
  hash       bytea primary key,
  grant_id   uuid not null references oauth_grants (id) on delete cascade,
  expires_at timestamptz not null,
  used_at    timestamptz
);

create index oauth_refresh_tokens_of_grant on oauth_refresh_tokens (grant_id);

-- The keys that were issued as access tokens.
create table oauth_access_keys (
  key_id   text primary key references api_keys (id) on delete cascade,
  grant_id uuid not null references oauth_grants (id) on delete cascade
);

create index oauth_access_keys_of_grant on oauth_access_keys (grant_id);

-- Revoking the key that was entered ends what was allowed with it.
create function revoke_oauth_grants() returns trigger language plpgsql as $$
begin
  update oauth_grants set revoked_at = now() where key_id = new.id and revoked_at is null;
  update api_keys set revoked_at = now()
  where revoked_at is null and id in (
    select oauth_access_keys.key_id from oauth_access_keys
    join oauth_grants on oauth_grants.id = oauth_access_keys.grant_id
    where oauth_grants.key_id = new.id
  );
  return null;
end
$$;

create trigger key_revoked after update of revoked_at on api_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function revoke_oauth_grants();
