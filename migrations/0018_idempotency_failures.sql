-- The failure of a call that may have acted outside the database; its repetition fails the same way.
alter table idempotency_keys add column failure text;
