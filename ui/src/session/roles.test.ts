// @vitest-environment node
import { expect, test } from 'vitest';
import { countsAsMember, hasRole, isAdmin, isApplicant, isMember, type Role } from './roles';

/** Each role alone, and what each check says of it (section 6 of the specification). */
const table: [Role, { admin: boolean; member: boolean; applicant: boolean; counts: boolean }][] = [
  ['admin', { admin: true, member: false, applicant: false, counts: true }],
  ['member', { admin: false, member: true, applicant: false, counts: true }],
  ['applicant', { admin: false, member: false, applicant: true, counts: false }],
  ['moderator', { admin: false, member: false, applicant: false, counts: true }],
  ['partner', { admin: false, member: false, applicant: false, counts: true }],
];

test.each(table)('%s is told apart by every check', (role, expected) => {
  const roles = [role];
  const seen = {
    admin: isAdmin(roles),
    member: isMember(roles),
    applicant: isApplicant(roles),
    counts: countsAsMember(roles),
  };
  expect(seen).toEqual(expected);
  expect(table.map(([other]) => hasRole(roles, other))).toEqual(
    table.map(([other]) => other === role),
  );
});

test('of several roles any counts, and nobody counts without one', () => {
  expect(isAdmin(['member', 'admin'])).toBe(true);
  expect(isMember(['applicant', 'member'])).toBe(true);
  expect(isApplicant(['partner', 'applicant'])).toBe(true);
  expect(countsAsMember(['applicant', 'partner'])).toBe(true);
  for (const check of [isAdmin, isMember, isApplicant, countsAsMember]) {
    expect(check([])).toBe(false);
  }
});
