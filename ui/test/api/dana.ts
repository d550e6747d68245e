import type { UserDetail } from '../../src/api/admin/users';

export const dana: UserDetail = {
  id: 'dana',
  email: 'dana@school.example',
  first_name: 'Dana',
  last_name: 'Reyes',
  roles: ['applicant'],
  state: 'active',
  created_at: '2026-03-05T10:00:00Z',
  disabled_at: null,
  last_sign_in_at: null,
  application_id: 'app-9',
  applications: [{ id: 'app-9', status: 'pending' }],
  sessions: 2,
  factors: ['totp'],
};
