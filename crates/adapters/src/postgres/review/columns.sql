l.application_id as id, l.first_name, l.last_name, l.email, l.teaching_position, l.city, l.status,
l.submitted_at, l.reviewed_at, l.changed_at, l.yes, l.maybe, l.no,
(select a.state from applications a where a.id = l.application_id) as state,
(select left(a.teaching_experience, :excerpt) from applications a where a.id = l.application_id) as excerpt,
(select a.user_id = ':reader' from applications a where a.id = l.application_id) as is_own,
(select count(*) from application_notes n where l.has_notes and n.application_id = l.application_id) as notes,
(select m.mark from application_marks m where m.application_id = l.application_id and m.user_id = ':reader') as mine,
(select r.read_at from application_readings r
 where r.application_id = l.application_id and r.user_id = ':reader') as read_at,
array(select r.outcome from application_change_requests r
      where r.application_id = l.application_id order by r.created_at, r.id) as outcomes
