// @vitest-environment node
import { expect, test } from 'vitest';
import { countsAsMember, hasRole, isAdmin, isApplicant, isMember } from './roles';

test('each check asks for its own role', () => {
  expect(hasRole(['partner'], 'partner')).toBe(true);
  expect(isAdmin(['admin'])).toBe(true);
  expect(isAdmin(['member', 'applicant'])).toBe(false);
  expect(isMember(['member'])).toBe(true);
  expect(isMember(['admin'])).toBe(false);
  expect(isApplicant(['applicant'])).toBe(true);
  expect(isApplicant([])).toBe(false);
});

test('member, admin, moderator and partner count as already a member', () => {
  for (const role of ['member', 'admin', 'moderator', 'partner'] as const) {
    expect(countsAsMember([role])).toBe(true);
  }
  expect(countsAsMember(['applicant'])).toBe(false);
  expect(countsAsMember([])).toBe(false);
});
