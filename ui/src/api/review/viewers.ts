/** Who has an application open. */
import { call } from '../transport/client';
import type { ApplicationViewer } from '../generated';
import { ReviewService } from '../generated/services/ReviewService';

export type { ApplicationViewer };

/** Announces this administrator for 30 seconds. Returns the others. */
export const announceViewing = (id: string, signal?: AbortSignal) =>
  call(() => ReviewService.announceViewing({ id }), signal).then(({ items }) => items);

export const endViewing = (id: string) => call(() => ReviewService.endViewing({ id }));
