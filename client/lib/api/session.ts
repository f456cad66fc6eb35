type SessionHooks = {
  /** Bearer token of the signed-in person, empty for a guest. */
  readToken: () => string;
  /** Id of the workspace that the page shows. Null until it is known. */
  readWorkspaceId: () => string | null;
  /** The session uses another workspace than the page shows. `message` is the text to show. */
  onWorkspaceChanged: (message: string | null) => void;
  /** The server rejected `token`. Late responses may report a token that is no longer in use. */
  onSessionExpired: (token: string) => void;
};

/** Connects the API calls to the stores without importing them. Set by the app before its first screen. */
export const session: SessionHooks = {
  readToken: () => '',
  readWorkspaceId: () => null,
  onWorkspaceChanged: () => undefined,
  onSessionExpired: () => undefined,
};
