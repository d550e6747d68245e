// The accessibility check. Its functions run inside the page; tests/engines sends them as text.
import axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

export const { source: axeSource } = axe;

/** Waits for transitions, because their intermediate colours may lack contrast. Longer animations are decoration. */
export async function transitionsEnd(): Promise<void> {
  const running = document
    .getAnimations()
    .filter(
      (one) =>
        one.playState === 'running' && Number(one.effect?.getComputedTiming().endTime ?? 0) <= 1000,
    );
  await Promise.allSettled(running.map((one) => one.finished));
}

/** The violations found by axe (WCAG 2.2 AA and best practices). */
export async function violations(): Promise<string[]> {
  if (window.axe === undefined) throw new Error('axe is missing');
  // Only violations name their elements, because the names are slow to compute.
  const found = await window.axe.run({ resultTypes: ['violations'] });
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
}
