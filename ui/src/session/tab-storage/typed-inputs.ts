/**
 * Inputs that the signed-in user has typed and not sent, by name. They survive closing their form, a reload and an expired
 * session, and are lost only if the user agrees, or signs out in another tab. If storage refuses them, they last as
 * long as the page.
 */
import { useState, useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners';
import { guardUnsaved } from '../unsaved-work';
import { clearPersonal, readPersonal, writePersonal } from './personal-storage';

const opens: ((userId: string) => void)[] = [];

/** Reads what was typed before a reload, so that Sign Out asks about it even if no form is open. */
export const openTypedInputs = (userId: string): void => opens.forEach((open) => open(userId));

/** `question` is asked on Sign Out. `isInput` drops malformed inputs, such as those of an earlier version of the page. */
export function createTypedInputs<Input>(
  storedAs: string,
  question: string,
  isInput: (value: unknown) => value is Input,
) {
  type Inputs = Readonly<Record<string, Input>>;

  const listeners = createListeners();
  let owner: string | null = null;
  let inputs: Inputs = {};
  let guard: ReturnType<typeof guardUnsaved> | undefined;

  const isEmpty = () => Object.keys(inputs).length === 0;
  const change = (next: Inputs) => {
    inputs = next;
    guard?.(!isEmpty());
    listeners.notify();
  };
  const store = (next: Inputs) => {
    change(next);
    if (owner === null || isEmpty()) clearPersonal(storedAs);
    else writePersonal(storedAs, owner, next);
  };

  const open = (userId: string) => {
    guard ??= guardUnsaved({
      userId: () => owner ?? undefined,
      isUnsaved: () => !isEmpty(),
      isAtRisk: () => !isEmpty(),
      question,
      drop: () => store({}),
    });
    if (owner === userId) return;
    owner = userId;
    const stored = Object.entries(readPersonal(storedAs, userId) ?? {});
    change(
      Object.fromEntries(
        stored.flatMap(([name, value]) => (isInput(value) ? [[name, value]] : [])),
      ),
    );
  };

  opens.push(open);
  return {
    use(userId: string): Inputs {
      useState(() => open(userId));
      return useSyncExternalStore(listeners.subscribe, () => inputs);
    },
    current: (): Inputs => inputs,
    type: (name: string, input: Input) => store({ ...inputs, [name]: input }),
    forget(name: string) {
      const { [name]: _, ...others } = inputs;
      store(others);
    },
  };
}
