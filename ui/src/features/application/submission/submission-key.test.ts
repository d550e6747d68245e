import { beforeEach, expect, test, vi } from 'vitest';
import { exampleApplication } from '../../../../test/api/example-application';

/** A new copy of the module simulates a reload. */
async function reload() {
  vi.resetModules();
  return import('./submission-key');
}
beforeEach(() => sessionStorage.clear());

test('equal answers keep their key after a reload, and changed answers get another', async () => {
  const key = await (await reload()).submissionKey('ada', exampleApplication);
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  const { submissionKey } = await reload();
  expect(await submissionKey('ada', { ...exampleApplication })).toBe(key);
  const other = await submissionKey('ada', { ...exampleApplication, city: 'Orlando' });
  expect(other).not.toBe(key);
});

test('another user gets another key', async () => {
  const { submissionKey } = await reload();
  const key = await submissionKey('ada', exampleApplication);
  expect(await submissionKey('grace', exampleApplication)).not.toBe(key);
});

test('after a final response the same answers get a new key', async () => {
  const { submissionKey, forgetSubmissionKey } = await reload();
  const key = await submissionKey('ada', exampleApplication);
  forgetSubmissionKey();
  expect(await submissionKey('ada', exampleApplication)).not.toBe(key);
});

test('on plain http equal answers keep their key, and storage contains none', async () => {
  vi.stubGlobal('crypto', { randomUUID: crypto.randomUUID.bind(crypto) });
  const { submissionKey } = await reload();
  const key = await submissionKey('ada', exampleApplication);
  expect(await submissionKey('ada', { ...exampleApplication })).toBe(key);
  expect(await submissionKey('ada', { ...exampleApplication, city: 'Orlando' })).not.toBe(key);
  expect(sessionStorage).toHaveLength(0);
  vi.unstubAllGlobals();
});

test('storage contains no answers, and refused storage keeps the key until a reload', async () => {
  const { submissionKey } = await reload();
  await submissionKey('ada', exampleApplication);
  expect(JSON.stringify(Object.values(sessionStorage))).not.toContain(exampleApplication.city);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const changed = { ...exampleApplication, city: 'Orlando' };
  const key = await submissionKey('ada', changed);
  expect(await submissionKey('ada', changed)).toBe(key);
});
