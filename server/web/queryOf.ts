/**
 * The query of a request's target, with its question mark. What stands before the path is none of it: proxies send the
 * whole address (RFC 9112, 3.2.2), and a redirect must not carry on a host that the sender chose.
 */
export const queryOf = (target: string): string => /\?.*/.exec(target)?.[0] ?? '';
