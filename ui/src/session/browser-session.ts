/**
 * Importing this module creates and connects the session store and restores the stored session. Visitors load it only on
 * pages with a sign-in form.
 */
import { configureApi } from '../api/transport/client';
import { wipeForOthers } from './tab-storage/personal-storage';
import { sessionState } from './session-state';
import { browserDeps } from './session-deps';
import { createSessionStore, startTicking } from './session-store';

export const sessionStore = createSessionStore(browserDeps, sessionState);

configureApi({
  getAccessToken: sessionStore.accessToken,
  onUnauthorized: sessionStore.recover,
});
sessionState.subscribe(wipeForOthers);
browserDeps.storage.onChange(() => void sessionStore.followOtherTabs());
browserDeps.tabs.onMessage(sessionStore.onTabMessage);
startTicking(() => void sessionStore.tick());
window.addEventListener('online', () => void sessionStore.tick());
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void sessionStore.resume();
});
void sessionStore.restore();
