// WebKitGTK, the engine of Safari: WebKitWebDriver starts webkit-window.py on a display of Xvfb.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { programOf, PYTHON } from '../engines.mjs';
import { until } from '../until.js';
import type { Browser, Engine, Size, Tab } from './driver.js';
import { Session } from './webdriver.js';

const WINDOW = fileURLToPath(new URL('webkit-window.py', import.meta.url));

export async function startWebKit(): Promise<Engine> {
  // Xvfb takes the first free display and writes its number to file descriptor 3.
  const display = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const number = await firstLine(display, display.stdio[3] as NodeJS.ReadableStream);
  return {
    name: 'webkit',
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
  const session = await Session.start(server, {
    'webkitgtk:browserOptions': {
      binary: PYTHON,
      args: [WINDOW, '--width', String(size.width), '--height', String(size.height)],
    },
    timeouts: { script: 60_000 },
  });
  let opened = false;
  return {
    async newTab() {
      const window = opened ? await session.newWindow() : await session.firstWindow();
      opened = true;
      return tabOf(session, window);
    },
    problems: () => problems,
    async close() {
      // A stuck driver is killed too.
      await session.end().catch(() => undefined);
      await end(driver, true);
    },
  };
}

function tabOf(session: Session, window: string): Tab {
  return {
    goto: async (url) => void (await session.to(window, 'url', { url })),
    reload: async () => void (await session.to(window, 'refresh')),
    back: async () => void (await session.to(window, 'back')),
    run: (expression) => session.run(window, expression),
    point: (x, y, press) => session.point(window, x, y, press),
    wheel: (x, y, deltaY) => session.wheel(window, x, y, deltaY),
    key: (name) => session.key(window, name),
    type: (text) => session.keys(window, [...text]),
    choose: (selector, file) => session.choose(window, selector, file),
    toFront: async () => void (await session.to(window, 'title', null)),
    async screenshot(file) {
      await writeFile(file, Buffer.from(await session.screenshot(window), 'base64'));
    },
    async print(file) {
      const path = JSON.stringify(file);
      await session.run(
        window,
        `void window.webkit.messageHandlers.printToFile.postMessage(${path})`,
      );
      await until(`${file} is printed`, () => access(file));
    },
  };
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
