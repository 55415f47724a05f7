-- Sessions of the console. A session acts with the rights of its key. `root_check` stands for the
-- root key: a hash of the session's token and the root key, which ends with either of them.
create table sessions (
  token_hash bytea primary key,
  key_id     text references api_keys (id) on delete cascade,
  root_check bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint session_has_one_key check ((key_id is null) <> (root_check is null))
);

create index sessions_of_key on sessions (key_id);
create index sessions_expired on sessions (expires_at);

-- The beginning of the answer, and the suggestion of a failed call.
alter table tool_calls
  add column answer text,
  add column suggestion text;
