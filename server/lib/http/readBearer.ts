/** The token of an `Authorization: Bearer …` header, or null. */
export const readBearer = (authorization: string | undefined): string | null =>
  /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
