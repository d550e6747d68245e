/**
 * The organisation's name and contact data. The values are fictitious and cannot belong to a real person. Replace the
 * values marked `launch` before the launch.
 */
const place = {
  street: '1200 Lakeside Avenue, Suite 310', // launch
  city: 'Orange Grove', // launch
  state: 'Florida',
  zipCode: '00000', // launch
} as const;

export const organisation = {
  name: 'Educators Forum',
  email: 'info@educatorsforum.example', // launch
  phone: '(407) 555-0142', // launch
  phoneHref: 'tel:+14075550142', // launch
  place,
  address: [place.street, `${place.city}, ${place.state} ${place.zipCode}`],
  /** Tax ID, the Employer Identification Number. */
  ein: '00-0000000', // launch
  /** Registration with the State of Florida to solicit contributions. */
  charityRegistration: 'CH00000', // launch
  copyright: '© 2024 Educators Forum. All rights reserved.',
  mission:
    'Gathering the insights of K-12 teachers and turning them into reports, policy briefs and reform tools.',
} as const;

export const mailboxes = {
  general: organisation.email,
  media: 'media@educatorsforum.example',
  forums: 'forums@educatorsforum.example',
  giving: 'giving@educatorsforum.example',
  merchandise: 'shop@educatorsforum.example',
  privacy: 'privacy@educatorsforum.example',
} as const;
