/** A teacher's own membership applications. */
import { call } from './transport/client';
import type { MyApplication } from './generated/models/MyApplication';
import type { SubmitApplicationRequest } from './generated/models/SubmitApplicationRequest';
import { ApplicationsService } from './generated/services/ApplicationsService';

export type { MyApplication, SubmitApplicationRequest };

/** The pending application of the signed-in person, of which there is at most one. */
export async function findPendingApplication(
  signal?: AbortSignal,
): Promise<MyApplication | undefined> {
  const { items } = await call(
    () => ApplicationsService.listMyApplications({ status: 'pending', limit: 1 }),
    signal,
  );
  return items[0];
}

/** The newest application of the signed-in person, whatever was decided. */
export async function findNewestApplication(): Promise<MyApplication | undefined> {
  const { items } = await call(() => ApplicationsService.listMyApplications({ limit: 1 }));
  return items[0];
}

/** With the same key a repeat after a lost response gets that response, not a second application. */
export const submitApplication = (requestBody: SubmitApplicationRequest, idempotencyKey: string) =>
  call(() => ApplicationsService.submitApplication({ requestBody, idempotencyKey }));
