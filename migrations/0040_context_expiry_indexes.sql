-- The sweep of versions before 0038 reads the whole table without these indexes, which each push had to write.
drop index context_items_expired;
drop index context_items_gone;
