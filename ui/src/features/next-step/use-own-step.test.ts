import { expect, test } from 'vitest';
import type { Roles } from '../../session/roles';
import { type Applications, type UserKind, userKindOf } from './own-next-step';

const none: Applications = { latest: null, hasDraft: false, submittedAt: '' };

test.each<[UserKind, Roles, Applications | null]>([
  ['applicant', ['applicant'], none],
  ['drafting', ['applicant'], { ...none, hasDraft: true }],
  ['rejected', ['applicant'], { ...none, latest: 'rejected', hasDraft: true }],
  ['pending', ['applicant'], { ...none, latest: 'pending' }],
  ['pending', ['applicant'], { ...none, latest: 'pending', hasDraft: true }],
  ['asked', ['applicant'], { ...none, latest: 'asked' }],
  ['rejected', ['applicant'], { ...none, latest: 'rejected' }],
  ['unread-applicant', ['applicant'], null],
  ['member', ['member'], null],
  ['member', ['partner'], null],
  ['member', ['applicant', 'moderator'], none],
  ['admin', ['admin', 'member'], null],
  ['no-role', [], null],
])('%s: roles %j, applications %j', (person, roles, applications) => {
  expect(userKindOf(roles, applications)).toBe(person);
});
