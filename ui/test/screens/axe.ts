import axe from 'axe-core';
import { expect } from 'vitest';

/** Contrast checks need a real browser. The journeys run them. */
const options: axe.RunOptions = {
  rules: { 'color-contrast': { enabled: false } },
};

export async function expectAccessible(within: Element = document.body): Promise<void> {
  const { violations } = await axe.run(within, options);
  const faults = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(faults).toEqual([]);
}
