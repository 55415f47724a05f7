-- The key with which secrets are sealed, by its id. A process with another key must not seal anything.
create table encryption_keys (
  id         text primary key,
  is_current boolean not null,
  created_at timestamptz not null default now()
);

create unique index encryption_keys_current on encryption_keys (is_current) where is_current;

-- Agents whose settings hold secrets: each start looks for those that are not sealed with the current key.
create index agents_with_secrets on agents (id)
  where deliver_to ?| array['api_key', 'secret', 'secrets', 'headers'];
