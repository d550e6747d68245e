-- A note that an older program stored while migration 0058 ran may be missing in the list. The lock comes first, so that
-- every note is either read here or seen by the trigger. The previous release needs nothing of this.

lock table application_notes in share row exclusive mode;
update application_list l set has_notes = not l.has_notes
where l.has_notes <> exists (select from application_notes n where n.application_id = l.application_id);
