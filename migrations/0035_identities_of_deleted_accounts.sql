-- Deleting an account left its identities: personal data, and nobody else could link them.

delete from identities i using users u where u.id = i.user_id and u.deleted_at is not null;
