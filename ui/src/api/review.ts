/** Reviewing applications; admins only. */
import { call } from './client';
import type { ApplicationDetail } from './generated/models/ApplicationDetail';
import type { ApplicationPage } from './generated/models/ApplicationPage';
import type { ApplicationStatus } from './generated/models/ApplicationStatus';
import type { ApplicationSummary } from './generated/models/ApplicationSummary';
import { ApplicationsService } from './generated/services/ApplicationsService';
import { ReviewService } from './generated/services/ReviewService';

export type { ApplicationDetail, ApplicationPage, ApplicationStatus, ApplicationSummary };
export type Decision = 'approved' | 'rejected';

export type ApplicationQuery = {
  status?: ApplicationStatus;
  q?: string;
  limit: number;
  offset: number;
};

/** Newest first, the server's default. */
export const listApplications = (query: ApplicationQuery, signal?: AbortSignal) =>
  call(() => ReviewService.listApplications(query), signal);

export const getApplication = (id: string, signal?: AbortSignal) =>
  call(() => ApplicationsService.getApplication({ id }), signal);

export const decideApplication = (id: string, decision: Decision) =>
  call(() => ReviewService.decideApplication({ id, requestBody: { decision } }));
