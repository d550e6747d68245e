/**
 * The other administrators who view an application. Announces this one while the page is visible. The server has one entry
 * for all tabs, so the last tab removes it.
 */
import { useEffect, useState } from 'react';
import { toProblem } from '../../../api/errors';
import { announceViewing, type ApplicationViewer, endViewing } from '../../../api/review/viewers';

/** The server forgets a viewer after 30 seconds. */
const ANNOUNCE_EVERY_MS = 10_000;

const CHANNEL = 'educators-forum.viewing';

/** Sent to the other tabs of this browser. */
type TabMessage = { readonly tab: string; readonly id: string; readonly is: 'here' | 'gone' };

/** Without a channel, an entry that another tab removes returns with the next announcement. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

const idsOf = (viewers: readonly ApplicationViewer[]) =>
  viewers.map(({ user_id }) => user_id).join();

export function useViewers(id: string, isWanted: boolean): readonly ApplicationViewer[] {
  const [viewers, setViewers] = useState<readonly ApplicationViewer[]>([]);
  useEffect(() => {
    if (!isWanted) return undefined;
    let running: AbortController | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const channel = openChannel();
    const tab = crypto.randomUUID();
    const otherTabs = new Set<string>();
    const tell = (is: TabMessage['is']) =>
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows take a target origin, a BroadcastChannel has none
      channel?.postMessage({ tab, id, is } satisfies TabMessage);

    const announce = async (own: AbortController) => {
      try {
        const others = await announceViewing(id, own.signal);
        setViewers((known) => (idsOf(known) === idsOf(others) ? known : others));
      } catch (cause) {
        // A lost connection keeps the line. Without the role or the application there is nothing to announce.
        if ([401, 403, 404, 409].includes(toProblem(cause).status ?? 0)) return;
      }
      if (running === own) timer = setTimeout(() => void announce(own), ANNOUNCE_EVERY_MS);
    };
    const begin = () => {
      clearTimeout(timer);
      running = new AbortController();
      void announce(running);
    };
    const end = () => {
      clearTimeout(timer);
      if (running === null) return Promise.resolve();
      running.abort();
      running = null;
      const isLast = otherTabs.size === 0;
      otherTabs.clear();
      if (!isLast) {
        tell('gone');
        return Promise.resolve();
      }
      // If this fails, the server forgets the viewer soon. A tab that has just begun announces the viewer again.
      return endViewing(id).then(
        () => tell('gone'),
        () => undefined,
      );
    };
    const onMessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.id !== id || running === null) return;
      if (data.is === 'gone') {
        otherTabs.delete(data.tab);
        begin();
      } else if (!otherTabs.has(data.tab)) {
        otherTabs.add(data.tab);
        tell('here');
      }
    };
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') void end();
      else if (running === null) {
        begin();
        tell('here');
      }
    };

    channel?.addEventListener('message', onMessage);
    document.addEventListener('visibilitychange', onVisibilityChange);
    onVisibilityChange();
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      channel?.removeEventListener('message', onMessage);
      void end().finally(() => channel?.close());
      setViewers([]);
    };
  }, [id, isWanted]);
  return viewers;
}
