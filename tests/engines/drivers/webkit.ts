// WebKitGTK, the engine of Safari: WebKitWebDriver starts webkit-window.py on a display of Xvfb and speaks the W3C WebDriver protocol.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { until } from '../../e2e/support/until.js';
import { programOf, PYTHON } from '../engines.js';
import type { Browser, Engine, Size, Tab } from './driver.js';

const WINDOW = fileURLToPath(new URL('webkit-window.py', import.meta.url));

/** The key under which the protocol passes elements (W3C WebDriver, section 12.1). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

const COMMAND_TIMEOUT_MS = 20_000;
/** For screenshots and the end of a session, which a stuck driver must not delay. */
const SHORT_TIMEOUT_MS = 5_000;

/** Code points of keys that type no character (section 17.4.2). */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
};

export async function startWebKit(): Promise<Engine> {
  // Xvfb takes the first free display and writes its number to file descriptor 3.
  const display = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const number = await firstLine(display, display.stdio[3] as NodeJS.ReadableStream);
  return {
    open: (size) => openBrowser(`:${number}`, size),
    close: () => end(display),
  };
}

async function openBrowser(display: string, size: Size): Promise<Browser> {
  const port = await freePort();
  const driver = spawn(programOf('webkit'), [`--port=${port}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
    // A separate process group, so that the browser ends with it.
    detached: true,
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      // No graphics card is needed.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
  const problems: string[] = [];
  createInterface({ input: driver.stdout }).on('line', (line) => {
    if (/^CONSOLE .*ERROR/.test(line)) problems.push(line);
  });
  const server = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver listens', () => fetch(`${server}/status`));
  const capabilities = {
    'webkitgtk:browserOptions': {
      binary: PYTHON,
      args: [WINDOW, '--width', String(size.width), '--height', String(size.height)],
    },
    timeouts: { script: 60_000 },
  };
  const { sessionId } = await send<{ sessionId: string }>('POST', `${server}/session`, {
    capabilities: { alwaysMatch: capabilities },
  });
  const session = `${server}/session/${sessionId}`;
  /** The window that gets the commands. */
  let current: string | undefined;

  const commandsOf =
    (window: string): Command =>
    async (name, body = {}, timeoutMs = COMMAND_TIMEOUT_MS) => {
      if (current !== window) {
        await send('POST', `${session}/window`, { handle: window }, timeoutMs);
        current = window;
      }
      return send(body === null ? 'GET' : 'POST', `${session}/${name}`, body, timeoutMs);
    };

  return {
    async newTab() {
      if (current === undefined) {
        current = await send<string>('GET', `${session}/window`);
        return tabOf(commandsOf(current));
      }
      const made = await send<{ handle: string }>('POST', `${session}/window/new`, {
        type: 'window',
      });
      return tabOf(commandsOf(made.handle));
    },
    problems: () => problems,
    async close() {
      // A stuck driver is killed too.
      await send('DELETE', session, null, SHORT_TIMEOUT_MS).catch(() => undefined);
      await end(driver, true);
    },
  };
}

/** Sends a command to a window: a POST, or a GET if the body is null. */
type Command = <Result>(name: string, body?: object | null, timeoutMs?: number) => Promise<Result>;

function tabOf(command: Command): Tab {
  const act = (type: string, id: string, actions: readonly object[]) =>
    command<void>('actions', { actions: [{ type, id, actions }] });
  const press = (keys: readonly string[]) =>
    act(
      'key',
      'keyboard',
      keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );

  async function run(expression: string): Promise<unknown> {
    const script = `const done = arguments[0];
      Promise.resolve().then(() => (${expression})).then(
        (value) => done({ value }), (error) => done({ error: String(error) }));`;
    type Outcome = { value?: unknown } | { error: string };
    const outcome = await command<Outcome>('execute/async', { script, args: [] });
    if ('error' in outcome) throw new Error(outcome.error);
    return outcome.value;
  }

  return {
    goto: (url) => command('url', { url }),
    reload: () => command('refresh'),
    back: () => command('back'),
    run,
    click: (x, y) =>
      act('pointer', 'mouse', [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    async wheel(x, y, deltaY) {
      const origin = 'viewport';
      await act('wheel', 'wheel', [
        { type: 'scroll', x, y, deltaX: 0, deltaY, duration: 0, origin },
      ]);
    },
    key: (name) => press([KEYS[name] ?? name]),
    type: (text) => press([...text]),
    async choose(selector, file) {
      const query = { using: 'css selector', value: selector };
      const found = await command<Record<string, string>>('element', query);
      await command(`element/${found[ELEMENT]}/value`, { text: file });
    },
    toFront: () => command('title', null),
    async screenshot(file) {
      // The driver may hang after a failure.
      const picture = await command<string>('screenshot', null, SHORT_TIMEOUT_MS);
      await writeFile(file, Buffer.from(picture, 'base64'));
    },
    async print(file) {
      const path = JSON.stringify(file);
      await run(`void window.webkit.messageHandlers.printToFile.postMessage(${path})`);
      await until(`${file} is printed`, () => access(file));
    },
  };
}

async function send<Result>(
  method: string,
  url: string,
  body?: object | null,
  timeoutMs = COMMAND_TIMEOUT_MS,
): Promise<Result> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) {
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${method} ${new URL(url).pathname}: ${error}: ${message}`);
  }
  return value as Result;
}

async function firstLine(child: ChildProcess, stream: NodeJS.ReadableStream): Promise<string> {
  const failed = once(child, 'exit').then(() => {
    throw new Error('Xvfb ended');
  });
  failed.catch(() => undefined);
  const [line] = await Promise.race([once(createInterface({ input: stream }), 'line'), failed]);
  return String(line);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function end(child: ChildProcess, withGroup = false): Promise<void> {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  const gone = once(child, 'exit');
  process.kill(withGroup ? -pid : pid);
  await gone;
}
