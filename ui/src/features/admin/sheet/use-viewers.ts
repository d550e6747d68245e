/** The other administrators who view an application. Announces this one while the page is visible. */
import { useEffect, useState } from 'react';
import { toProblem } from '../../../api/errors';
import { announceViewing, type ApplicationViewer, endViewing } from '../../../api/review/viewers';
import { openTabChannel } from '../../../lib/browser/tab-channel';

/** The server forgets a viewer after 30 seconds. */
const ANNOUNCE_EVERY_MS = 10_000;

const CHANNEL = 'educators-forum.viewing';

type TabMessage = { readonly tab: string; readonly id: string; readonly is: 'here' | 'gone' };

const idsOf = (viewers: readonly ApplicationViewer[]) =>
  viewers.map(({ user_id }) => user_id).join();

export function useViewers(id: string, isWanted: boolean): readonly ApplicationViewer[] {
  const [viewers, setViewers] = useState<readonly ApplicationViewer[]>([]);
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = viewWhileVisible(id, (others) =>
      setViewers((known) => (idsOf(known) === idsOf(others) ? known : others)),
    );
    return () => {
      stop();
      setViewers([]);
    };
  }, [id, isWanted]);
  return viewers;
}

/**
 * The server has one entry for all tabs, so the last tab removes it. Without a channel between the tabs, an entry that
 * another tab removes returns with the next announcement.
 */
function viewWhileVisible(
  id: string,
  onViewers: (others: readonly ApplicationViewer[]) => void,
): () => void {
  const channel = openTabChannel<TabMessage>(CHANNEL);
  const tab = crypto.randomUUID();
  const otherTabs = new Set<string>();
  const tell = (is: TabMessage['is']) => channel.send({ tab, id, is });
  const announcement = announceRepeatedly(id, onViewers);

  const end = async () => {
    if (!announcement.stop()) return;
    const isLast = otherTabs.size === 0;
    otherTabs.clear();
    // If this fails, the server forgets the viewer soon. A tab that has just begun announces the viewer again.
    const isTold =
      !isLast ||
      (await endViewing(id).then(
        () => true,
        () => false,
      ));
    if (isTold) tell('gone');
  };
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') void end();
    else if (!announcement.runs()) {
      announcement.restart();
      tell('here');
    }
  };
  channel.onMessage((message) => {
    if (message.id !== id || !announcement.runs()) return;
    if (message.is === 'gone') {
      otherTabs.delete(message.tab);
      announcement.restart();
    } else if (!otherTabs.has(message.tab)) {
      otherTabs.add(message.tab);
      tell('here');
    }
  });
  document.addEventListener('visibilitychange', onVisibilityChange);
  onVisibilityChange();
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    void end().finally(channel.close);
  };
}

function announceRepeatedly(id: string, onViewers: (others: readonly ApplicationViewer[]) => void) {
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const announce = async (own: AbortController) => {
    try {
      const viewers = await announceViewing(id, own.signal);
      // A later announcement has the newer viewers.
      if (running === own) onViewers(viewers);
    } catch (cause) {
      // The viewers stay shown without a connection. Without the role or the application there is nothing to announce.
      if ([401, 403, 404, 409].includes(toProblem(cause).status ?? 0)) return;
    }
    if (running === own) timer = setTimeout(() => void announce(own), ANNOUNCE_EVERY_MS);
  };
  return {
    runs: () => running !== null,
    restart() {
      clearTimeout(timer);
      running?.abort();
      running = new AbortController();
      void announce(running);
    },
    /** Whether it was running. */
    stop() {
      clearTimeout(timer);
      const wasRunning = running !== null;
      running?.abort();
      running = null;
      return wasRunning;
    },
  };
}
