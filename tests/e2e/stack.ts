// Starts the product for a run of the journeys (the program `journey-stack`) and ends it afterwards.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What a running stack tells about itself. */
export type Stack = {
  readonly url: string;
  readonly mail_dir: string;
  readonly admin: { readonly email: string; readonly password: string };
};

const VARIABLE = 'JOURNEY_STACK';

/** The stack of this run; workers get it through their environment. */
export function stack(): Stack {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('the stack was not started');
  return JSON.parse(text) as Stack;
}

export default async function start(): Promise<() => Promise<void>> {
  const program = fileURLToPath(new URL('../../target/debug/journey-stack', import.meta.url));
  const child = spawn(program, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { RUST_LOG: 'warn', ...process.env },
  });
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`journey-stack ended with ${code}`)));
  });
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<string>((resolve) => lines.once('line', resolve));
  process.env[VARIABLE] = await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  return async () => {
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.stdin.end();
    await gone;
  };
}
