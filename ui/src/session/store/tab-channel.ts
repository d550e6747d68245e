/** What the tabs of this browser tell each other besides what local storage holds. */
import { openChannel } from '../../lib/refusable';
import { SESSION_KEY, type StoredSession } from '../session-state';

export type TabMessage =
  /** This session has ended. `asked` tells a pressed Sign Out from an end by itself. */
  | {
      readonly type: 'ended';
      readonly asked: boolean;
      /** Its last one. */
      readonly refreshToken: string;
      /** Missing where an earlier version of the page has stored it. */
      readonly id?: string;
    }
  /** Storage refused this session: the tabs hold it in memory. */
  | { readonly type: 'held'; readonly session: StoredSession };

export type TabChannel = {
  /** To every other tab. */
  tell(message: TabMessage): void;
  onMessage(listener: (message: TabMessage) => void): void;
};

/** Browsers without channels, or that refuse them, tell nothing: their tabs follow local storage alone. */
export function browserTabChannel(): TabChannel {
  const channel = openChannel(SESSION_KEY);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows take a target origin, a BroadcastChannel has none
    tell: (message) => channel?.postMessage(message),
    onMessage: (listener) =>
      channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
  };
}
