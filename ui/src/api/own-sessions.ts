/** Where the signed-in person is signed in. */
import { call } from './transport/client';
import type { OwnSession } from './generated/models/OwnSession';
import type { OwnSessionPage } from './generated/models/OwnSessionPage';
import { SessionsService } from './generated/services/SessionsService';

export type { OwnSession, OwnSessionPage };

/** The most recently used first; `limit` is 1 to 100. */
export const listSessions = (limit: number, signal?: AbortSignal) =>
  call(() => SessionsService.listSessions({ limit }), signal);

/** Succeeds also for a session that has ended already. */
export const endSession = (id: string) => call(() => SessionsService.endSession({ id }));

export const endOtherSessions = () => call(() => SessionsService.endSessions({ scope: 'others' }));
