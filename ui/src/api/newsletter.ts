/** Subscribing, and the links of mails about the newsletter. Tokens are sent in bodies only. */
import type { PreferencesRequest, SubscriptionPreferences, SubscriptionRequest } from './generated';
import { NewsletterService } from './generated/services/NewsletterService';
import { callPublic } from './transport/client';

export type { SubscriptionPreferences };

export const requestSubscription = (requestBody: SubscriptionRequest) =>
  callPublic(() => NewsletterService.requestSubscription({ requestBody }));

export const confirmSubscription = (token: string) =>
  callPublic(() => NewsletterService.confirmSubscription({ requestBody: { token } }));

export const unsubscribe = (token: string) =>
  callPublic(() => NewsletterService.endSubscription({ requestBody: { token } }));

export const readPreferences = (token: string) =>
  callPublic(() => NewsletterService.getSubscriptionPreferences({ requestBody: { token } }));

export const changePreferences = (requestBody: PreferencesRequest) =>
  callPublic(() => NewsletterService.changeSubscriptionPreferences({ requestBody }));
