// @vitest-environment node
import { expect, test } from 'vitest';
import { countsAsMember, isAdmin, isApplicant, isMember, type Role } from './roles';

const checks = { isAdmin, isMember, isApplicant, countsAsMember };
const passedBy = (...roles: Role[]) =>
  Object.entries(checks).flatMap(([name, check]) => (check(roles) ? [name] : []));

test.each<[Role[], (keyof typeof checks)[]]>([
  [[], []],
  [['admin'], ['isAdmin', 'countsAsMember']],
  [['member'], ['isMember', 'countsAsMember']],
  [['applicant'], ['isApplicant']],
  [['moderator'], ['countsAsMember']],
  [['partner'], ['countsAsMember']],
  [
    ['member', 'admin'],
    ['isAdmin', 'isMember', 'countsAsMember'],
  ],
  [
    ['partner', 'applicant'],
    ['isApplicant', 'countsAsMember'],
  ],
])('the roles %o pass the checks %o', (roles, passed) => {
  expect(passedBy(...roles)).toEqual(passed);
});
