/**
 * The session of this browser. Loading this module makes it, joins it to the API client and takes up what is stored;
 * visitors do without it (see start-session).
 */
import { configureApi } from '../api/client';
import { wipeForOthers } from './personal-storage';
import { startTicking } from './store/refresh-scheduler';
import { sessionState } from './session-state';
import { createSessionStore } from './store/session-store';
import { browserDeps } from './store/session-deps';

export const sessionStore = createSessionStore(browserDeps, sessionState);

configureApi({
  getAccessToken: sessionStore.accessToken,
  onUnauthorized: sessionStore.recover,
});
sessionState.subscribe(wipeForOthers);
browserDeps.storage.onChange(() => void sessionStore.followOtherTabs());
browserDeps.tabs.onMessage(sessionStore.hear);
startTicking(() => void sessionStore.tick());
window.addEventListener('online', () => void sessionStore.tick());
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void sessionStore.comeBack();
});
void sessionStore.restore();
