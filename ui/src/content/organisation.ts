/**
 * Who runs the site and how to reach them. All of it is fictitious and stands here alone. Before the launch, replace
 * what is marked: these values are made so that they cannot be anybody's.
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
  /** With the State of Florida, for organizations that ask for gifts. */
  charityRegistration: 'CH00000', // launch
  copyright: '© 2024 Educators Forum. All rights reserved.',
  mission:
    'Gathering the insights of K-12 teachers and turning them into reports, policy briefs and reform tools.',
} as const;
