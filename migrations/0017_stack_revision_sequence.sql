-- A batch of saves draws the ids of its revisions from this sequence before it inserts them.
alter sequence stack_changes_id_seq rename to stack_revisions_id_seq;
