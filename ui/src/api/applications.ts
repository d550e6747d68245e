/** The signed-in user's membership applications. */
import { call } from './transport/client';
import type {
  ApplicationDetail,
  ChangeRequest,
  MyApplication,
  SubmitApplicationRequest,
} from './generated';
import { ApplicationsService } from './generated/services/ApplicationsService';

export type {
  ApplicationDetail as OwnApplication,
  ChangeRequest as OpenRequest,
  MyApplication,
  SubmitApplicationRequest,
};

export async function findPendingApplication(
  signal?: AbortSignal,
): Promise<MyApplication | undefined> {
  const { items } = await call(
    () => ApplicationsService.listMyApplications({ status: 'pending', limit: 1 }),
    signal,
  );
  return items[0];
}

export async function findNewestApplication(
  signal?: AbortSignal,
): Promise<MyApplication | undefined> {
  const { items } = await call(() => ApplicationsService.listMyApplications({ limit: 1 }), signal);
  return items[0];
}

/** The newest first. */
export const listOwnApplications = (signal?: AbortSignal) =>
  call(() => ApplicationsService.listMyApplications({}), signal).then(({ items }) => items);

export const readApplication = (id: string, signal?: AbortSignal) =>
  call(() => ApplicationsService.getApplication({ id }), signal);

/** The answers become the draft. Refused with 409 `application_already_decided`. */
export const withdrawApplication = (id: string, idempotencyKey: string) =>
  call(() => ApplicationsService.withdrawApplication({ id, idempotencyKey }));

/** A retry with the same key gets the response of the first request. */
export const submitApplication = (requestBody: SubmitApplicationRequest, idempotencyKey: string) =>
  call(() => ApplicationsService.submitApplication({ requestBody, idempotencyKey }));

/**
 * Replaces the answers after a request for changes. Refused with 412 `version_conflict` for another version, 409
 * `not_editable` without an open request, 422 `not_requested` at an answer that was not asked for.
 */
export const editApplication = (
  id: string,
  version: number,
  requestBody: SubmitApplicationRequest,
) => call(() => ApplicationsService.editApplication({ id, ifMatch: `"${version}"`, requestBody }));
