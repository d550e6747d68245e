// Joins the API client to the session and starts it. main.tsx calls this once, before the router mounts.
import { configureApi } from '../api/client';
import { startTicking } from './refresh-scheduler';
import { sessionStore } from './session-store';
import { browserWorld } from './session-world';

export function startSession(): void {
  configureApi({
    getAccessToken: sessionStore.accessToken,
    onUnauthorized: sessionStore.recover,
  });
  browserWorld.storage.onChange(sessionStore.followOtherTabs);
  startTicking(() => void sessionStore.tick());
  void sessionStore.restore();
}
