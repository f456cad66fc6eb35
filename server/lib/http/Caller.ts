/** The person behind a request, from their session. */
export type Caller = { userId: string; tokenHash: string };

/** @throws AppError 401 without a valid session */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;
