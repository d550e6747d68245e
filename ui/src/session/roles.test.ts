// @vitest-environment node
import { expect, test } from 'vitest';
import { countsAsMember, hasRole, isAdmin, isApplicant, isMember, type Role } from './roles';

/** The result of each check for each role alone. */
const table: [Role, { admin: boolean; member: boolean; applicant: boolean; counts: boolean }][] = [
  ['admin', { admin: true, member: false, applicant: false, counts: true }],
  ['member', { admin: false, member: true, applicant: false, counts: true }],
  ['applicant', { admin: false, member: false, applicant: true, counts: false }],
  ['moderator', { admin: false, member: false, applicant: false, counts: true }],
  ['partner', { admin: false, member: false, applicant: false, counts: true }],
];

test.each(table)('every check recognises %s', (role, expected) => {
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

test('one of several roles is enough, and no role is not', () => {
  expect(isAdmin(['member', 'admin'])).toBe(true);
  expect(isMember(['applicant', 'member'])).toBe(true);
  expect(isApplicant(['partner', 'applicant'])).toBe(true);
  expect(countsAsMember(['applicant', 'partner'])).toBe(true);
  for (const check of [isAdmin, isMember, isApplicant, countsAsMember]) {
    expect(check([])).toBe(false);
  }
});
