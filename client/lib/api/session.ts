type SessionHooks = {
  /** The bearer of the signed-in person, empty for a guest. */
  readToken: () => string;
  /** The server refused `token`; calls that were still under way may report one that is no longer in use. */
  onSessionExpired: (token: string) => void;
};

/** Where the session lives, so that the calls of the API know no store. The app fills it in before its first screen. */
export const session: SessionHooks = { readToken: () => '', onSessionExpired: () => undefined };
