// Checks that share one visit to a page.
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';

/** Runs a check as a step. A failure is reported under its name and does not stop the next check. */
export async function check(name: string, work: () => Promise<void>): Promise<void> {
  await test.step(name, async () => {
    const fault = await work().then(
      () => 'none',
      (error: unknown) => stripVTControlCharacters(String(error)),
    );
    expect.soft(fault, name).toBe('none');
  });
}
