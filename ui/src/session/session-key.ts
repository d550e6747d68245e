/** Under this key local storage holds the session. */
export const SESSION_KEY = 'educators-forum.session';
