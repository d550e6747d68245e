/** The other administrators who view an application. Announces this one while the page is visible. */
import { useEffect, useState } from 'react';
import { toProblem } from '../../../api/errors';
import { announceViewing, type ApplicationViewer, endViewing } from '../../../api/review/viewers';

/** The server forgets a viewer after 30 seconds. */
const ANNOUNCE_EVERY_MS = 10_000;

const idsOf = (viewers: readonly ApplicationViewer[]) =>
  viewers.map(({ user_id }) => user_id).join();

export function useViewers(id: string, isWanted: boolean): readonly ApplicationViewer[] {
  const [viewers, setViewers] = useState<readonly ApplicationViewer[]>([]);
  useEffect(() => {
    if (!isWanted) return undefined;
    let running: AbortController | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;

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
      running = new AbortController();
      void announce(running);
    };
    const end = () => {
      clearTimeout(timer);
      if (running === null) return;
      running.abort();
      running = null;
      // If this fails, the server forgets the viewer soon.
      endViewing(id).catch(() => undefined);
    };
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') end();
      else if (running === null) begin();
    };

    document.addEventListener('visibilitychange', onVisibilityChange);
    onVisibilityChange();
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      end();
      setViewers([]);
    };
  }, [id, isWanted]);
  return viewers;
}
