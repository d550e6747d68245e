import { beforeEach, expect, test, vi } from 'vitest';
import { exampleApplication } from '../../../../test/api/example-application';

/** A new copy of the module simulates a reload. */
async function reload() {
  vi.resetModules();
  return import('./submission');
}
beforeEach(() => sessionStorage.clear());

test('equal answers keep their key after a reload, and changed answers get another', async () => {
  const key = (await reload()).submissionKey('ada', exampleApplication);
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  const { submissionKey } = await reload();
  expect(submissionKey('ada', { ...exampleApplication })).toBe(key);
  const other = submissionKey('ada', { ...exampleApplication, city: 'Orlando' });
  expect(other).not.toBe(key);
});

test('another user gets another key', async () => {
  const { submissionKey } = await reload();
  const key = submissionKey('ada', exampleApplication);
  expect(submissionKey('grace', exampleApplication)).not.toBe(key);
});

test('after a final response the same answers get a new key', async () => {
  const { submissionKey, dropSubmittedDraft } = await reload();
  const key = submissionKey('ada', exampleApplication);
  dropSubmittedDraft();
  expect(submissionKey('ada', exampleApplication)).not.toBe(key);
});

test('refused storage keeps the key until a reload', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { submissionKey } = await reload();
  const key = submissionKey('ada', exampleApplication);
  expect(submissionKey('ada', { ...exampleApplication })).toBe(key);
  vi.restoreAllMocks();
});
