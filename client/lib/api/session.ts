type SessionHooks = {
  /** Bearer token of the signed-in person, empty for a guest. */
  readToken: () => string;
  /** The server rejected `token`. Late responses may report a token that is no longer in use. */
  onSessionExpired: (token: string) => void;
};

/** Connects the API calls to the stores without importing them. Set by the app before its first screen. */
export const session: SessionHooks = { readToken: () => '', onSessionExpired: () => undefined };
