/** The <noscript> notice of pages that depend on who is signed in. */
export const needsScript = {
  title: 'This page needs JavaScript',
  text: 'Accounts and applications for membership work with JavaScript alone. Please turn it on in your browser and load the page again, or',
  contact: 'write to us or call us',
  navigation: 'Site',
  others: 'All other pages of the Educators Forum can be read without it:',
  home: 'Home',
} as const;
