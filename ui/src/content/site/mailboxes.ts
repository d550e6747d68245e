/** Addresses of the departments. */
import { organisation } from './organisation';

export const mailboxes = {
  general: organisation.email,
  media: 'media@educatorsforum.example',
  forums: 'forums@educatorsforum.example',
  giving: 'giving@educatorsforum.example',
  merchandise: 'shop@educatorsforum.example',
  privacy: 'privacy@educatorsforum.example',
} as const;
