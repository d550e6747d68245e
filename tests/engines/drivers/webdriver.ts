// A client of the W3C WebDriver protocol with the commands that the WebKit driver needs.

type Answer = { readonly value: unknown };
type Failure = { readonly error: string; readonly message: string };

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
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Space: ' ',
};

export class Session {
  #window = '';

  private constructor(private readonly base: string) {}

  static async start(server: string, capabilities: object): Promise<Session> {
    const { sessionId } = (await send('POST', `${server}/session`, {
      capabilities: { alwaysMatch: capabilities },
    })) as { sessionId: string };
    return new Session(`${server}/session/${sessionId}`);
  }

  end(): Promise<unknown> {
    return send('DELETE', this.base, null, SHORT_TIMEOUT_MS);
  }

  async firstWindow(): Promise<string> {
    this.#window = (await send('GET', `${this.base}/window`)) as string;
    return this.#window;
  }

  async newWindow(): Promise<string> {
    const made = await send('POST', `${this.base}/window/new`, { type: 'window' });
    return (made as { handle: string }).handle;
  }

  /** Sends a command to a window: a POST, or a GET if the body is null. */
  async to(
    window: string,
    command: string,
    body: object | null = {},
    timeoutMs = COMMAND_TIMEOUT_MS,
  ): Promise<unknown> {
    if (this.#window !== window) {
      await send('POST', `${this.base}/window`, { handle: window }, timeoutMs);
      this.#window = window;
    }
    return send(body === null ? 'GET' : 'POST', `${this.base}/${command}`, body, timeoutMs);
  }

  /** Has a short timeout, because the driver may hang after a failure. */
  async screenshot(window: string): Promise<string> {
    return (await this.to(window, 'screenshot', null, SHORT_TIMEOUT_MS)) as string;
  }

  async run(window: string, expression: string): Promise<unknown> {
    const script = `const done = arguments[0];
      Promise.resolve().then(() => (${expression})).then(
        (value) => done({ value }), (error) => done({ error: String(error) }));`;
    const outcome = (await this.to(window, 'execute/async', { script, args: [] })) as
      | { value?: unknown }
      | { error: string };
    if ('error' in outcome) throw new Error(outcome.error);
    return outcome.value;
  }

  async point(window: string, x: number, y: number, press: boolean): Promise<void> {
    const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 };
    const pressed = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const actions = press ? [move, ...pressed] : [move];
    await this.to(window, 'actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  async wheel(window: string, x: number, y: number, deltaY: number): Promise<void> {
    const scroll = { type: 'scroll', x, y, deltaX: 0, deltaY, duration: 0, origin: 'viewport' };
    await this.to(window, 'actions', {
      actions: [{ type: 'wheel', id: 'wheel', actions: [scroll] }],
    });
  }

  async keys(window: string, keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.to(window, 'actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  key(window: string, name: string): Promise<void> {
    return this.keys(window, [KEYS[name] ?? name]);
  }

  async choose(window: string, selector: string, file: string): Promise<void> {
    const found = await this.to(window, 'element', { using: 'css selector', value: selector });
    const element = (found as Record<string, string>)[ELEMENT];
    await this.to(window, `element/${element}/value`, { text: file });
  }
}

async function send(
  method: string,
  url: string,
  body?: object | null,
  timeoutMs = COMMAND_TIMEOUT_MS,
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const { value } = (await answer.json()) as Answer;
  if (!answer.ok) {
    const { error, message } = value as Failure;
    throw new Error(`${method} ${new URL(url).pathname}: ${error}: ${message}`);
  }
  return value;
}
