/**
 * Messages to the other tabs of this browser. Without a channel, which old browsers lack and Firefox refuses with all
 * cookies blocked, nothing is sent and nothing arrives.
 */
export function openTabChannel<T>(name: string) {
  let channel: BroadcastChannel | null = null;
  try {
    channel = new BroadcastChannel(name);
  } catch {
    // See above.
  }
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows take a target origin, a BroadcastChannel has none
    send: (message: T) => channel?.postMessage(message),
    onMessage: (listener: (message: T) => void) =>
      channel?.addEventListener('message', ({ data }: MessageEvent<T>) => listener(data)),
    close: () => channel?.close(),
  };
}
