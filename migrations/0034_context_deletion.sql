-- `writer`: delete_context takes away only keys that the caller pushed last. `readers`: also those it can read.
alter table workspaces
  add column context_deletion text not null default 'readers'
    constraint context_deletion_is_known check (context_deletion in ('readers', 'writer'));
