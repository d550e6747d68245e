/** The signed-in user's membership applications. */
import { call } from './transport/client';
import type { MyApplication, SubmitApplicationRequest } from './generated';
import { ApplicationsService } from './generated/services/ApplicationsService';

export type { MyApplication, SubmitApplicationRequest };

export async function findPendingApplication(
  signal?: AbortSignal,
): Promise<MyApplication | undefined> {
  const { items } = await call(
    () => ApplicationsService.listMyApplications({ status: 'pending', limit: 1 }),
    signal,
  );
  return items[0];
}

export async function findNewestApplication(): Promise<MyApplication | undefined> {
  const { items } = await call(() => ApplicationsService.listMyApplications({ limit: 1 }));
  return items[0];
}

/** A retry with the same key gets the response of the first request. */
export const submitApplication = (requestBody: SubmitApplicationRequest, idempotencyKey: string) =>
  call(() => ApplicationsService.submitApplication({ requestBody, idempotencyKey }));
