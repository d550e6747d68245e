/** For browsers that refuse local storage, for example with all cookies blocked. */
export const notStored =
  'This browser doesn’t store anything for this site, so closing or reloading this page signs you out.';
