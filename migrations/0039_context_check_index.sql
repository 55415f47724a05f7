-- Pushes wait while this index is built, and reads do not. It is a migration of its own, because the lock under which
-- 0038 adds the column blocks reads as well.
create index context_items_due on context_items (check_at) where check_at is not null;
