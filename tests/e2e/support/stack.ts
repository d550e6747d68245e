// Starts and stops the program under test with `journey-stack`.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FullConfig } from '@playwright/test';
import type { Person } from './applicants.js';

/** The output of `journey-stack` about a running stack. */
export type Stack = {
  readonly url: string;
  readonly mail_dir: string;
  /** One per worker, because signing out ends all sessions of a user. */
  readonly admins: readonly Person[];
};

const VARIABLE = 'JOURNEY_STACK';

/** The current stack. Workers get it through their environment. */
export function stack(): Stack {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('the stack was not started');
  return JSON.parse(text) as Stack;
}

/** An administrator: by default the one for the worker that runs this test. */
export function administrator(index = Number(process.env['TEST_PARALLEL_INDEX'])): Person {
  const one = stack().admins[index];
  if (one === undefined) throw new Error(`no administrator ${index}`);
  return one;
}

const built = (name: string) =>
  fileURLToPath(new URL(`../../../target/debug/${name}`, import.meta.url));

export type Running = Stack & {
  /** Stops the program and starts it again at the same address. */
  readonly restart: () => Promise<void>;
  /** Makes the mail server refuse every recipient, or accept them again. */
  readonly refuseMail: (isRefused: boolean) => Promise<void>;
  readonly end: () => Promise<void>;
};

async function launch(
  admins: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const program = process.env['JOURNEY_PROGRAM'] ?? built('educators-forum');
  const child = spawn(built('journey-stack'), [program, String(admins)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Mails about decisions are sent at once. Journeys that undo decisions set a time.
    env: { RUST_LOG: 'warn', FORUM__REVIEW__UNDO_SECONDS: '0', ...process.env, ...settings },
  });
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`journey-stack ended with ${code}`)));
  });
  ended.catch(() => undefined);
  const lines = createInterface({ input: child.stdout });
  const line = () =>
    Promise.race([new Promise<string>((resolve) => lines.once('line', resolve)), ended]);
  const ready = JSON.parse(await line()) as Stack;
  const order = async (text: string) => {
    const answered = line();
    child.stdin.write(`${text}\n`);
    await answered;
  };
  return {
    ...ready,
    restart: () => order('restart'),
    refuseMail: (isRefused) => order(isRefused ? 'refuse mail' : 'accept mail'),
    end: async () => {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.stdin.end();
      await gone;
    },
  };
}

/** Starts a separate stack with further settings, which is the current one of this worker until it ends. */
export async function ownStack(...given: Parameters<typeof launch>): Promise<Running> {
  const own = await launch(...given);
  const former = process.env[VARIABLE];
  process.env[VARIABLE] = JSON.stringify(own);
  return {
    ...own,
    end: async () => {
      process.env[VARIABLE] = former;
      await own.end();
    },
  };
}

export default async function start({ workers }: FullConfig): Promise<() => Promise<void>> {
  const running = await launch(workers);
  process.env[VARIABLE] = JSON.stringify(running);
  return running.end;
}
