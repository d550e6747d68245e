import { expect, test } from 'vitest';
import type { Roles } from '../../session/roles';
import { type Applications, type UserKind, userKindOf } from './use-own-step';

const none: Applications = { latest: null, hasDraft: false };

test.each<[UserKind, Roles, Applications | null]>([
  ['applicant', ['applicant'], none],
  ['drafting', ['applicant'], { latest: null, hasDraft: true }],
  ['drafting', ['applicant'], { latest: 'rejected', hasDraft: true }],
  ['pending', ['applicant'], { latest: 'pending', hasDraft: false }],
  ['pending', ['applicant'], { latest: 'pending', hasDraft: true }],
  ['rejected', ['applicant'], { latest: 'rejected', hasDraft: false }],
  ['unread-applicant', ['applicant'], null],
  ['member', ['member'], null],
  ['member', ['partner'], null],
  ['member', ['applicant', 'moderator'], none],
  ['admin', ['admin', 'member'], null],
  ['no-role', [], null],
])('%s: roles %j, applications %j', (person, roles, applications) => {
  expect(userKindOf(roles, applications)).toBe(person);
});
