/**
 * The query of a request target, with its question mark. Drops everything before the path: proxies send a whole URL
 * (RFC 9112, 3.2.2), and a redirect must not keep a host chosen by the sender.
 */
export const queryOf = (target: string): string => /\?.*/.exec(target)?.[0] ?? '';
