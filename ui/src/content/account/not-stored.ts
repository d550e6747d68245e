/** For browsers that refuse local storage, for example with all cookies blocked. */
export const notStored =
  'This browser does not store anything for this site, so you will be signed out when you close or reload this page.';
