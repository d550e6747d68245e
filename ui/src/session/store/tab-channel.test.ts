import { afterEach, expect, test, vi } from 'vitest';
import { browserTabChannel, type TabMessage } from './tab-channel';

afterEach(() => void vi.unstubAllGlobals());

const message: TabMessage = { type: 'ended', asked: true, refreshToken: 'r' };

test('what one tab tells, the others hear', async () => {
  const [one, two] = [browserTabChannel(), browserTabChannel()];
  const heard = vi.fn<(heard: TabMessage) => void>();
  const own = vi.fn<(heard: TabMessage) => void>();
  two.onMessage(heard);
  one.onMessage(own);
  one.tell(message);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledExactlyOnceWith(message));
  expect(own).not.toHaveBeenCalled();
});

test('a browser without channels tells nothing and fails nowhere', () => {
  const { BroadcastChannel } = globalThis;
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  const channel = browserTabChannel();
  channel.onMessage(() => undefined);
  expect(() => channel.tell(message)).not.toThrow();
  Object.assign(globalThis, { BroadcastChannel });
});

test('a browser that has channels and refuses them does not fail either', () => {
  const construct = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('BroadcastChannel', new Proxy(BroadcastChannel, { construct }));
  const channel = browserTabChannel();
  channel.onMessage(() => undefined);
  expect(() => channel.tell(message)).not.toThrow();
});
