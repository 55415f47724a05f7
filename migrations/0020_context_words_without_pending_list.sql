-- With the pending list most pushes are cheap, and one of many merges the whole list into the index,
-- which took seconds as data grew. Without it each push pays for its own words.
alter index context_items_words set (fastupdate = off);
select gin_clean_pending_list('context_items_words');
