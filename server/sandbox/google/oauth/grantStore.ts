import { secretToken } from '../../support/random.ts';
import type { SandboxClock } from '../../support/clock.ts';

export const accessTokenLifetimeSeconds = 3599;
const codeLifetimeMs = 10 * 60_000;

/** Above this number per client, Google silently revokes an account's oldest refresh token. */
const maxRefreshTokens = 100;

/** Permissions that a person granted in a browser. Consents with `include_granted_scopes` extend the same grant. */
export type Grant = {
  readonly id: string;
  scopes: Set<string>;
  /** Whether the grant includes the account with events. */
  hasEvents: boolean;
  refreshTokens: string[];
};

/** An authorization code with the values that its exchange must repeat. */
export type Code = {
  grantId: string;
  redirectUri: string;
  challenge?: { value: string; method: 'S256' | 'plain' };
  givesRefreshToken: boolean;
  nonce?: string;
  expiresAt: number;
};

export type GrantStore = ReturnType<typeof createGrantStore>;

export const createGrantStore = (clock: SandboxClock) => {
  const grants = new Map<string, Grant>();
  const sessions = new Map<string, string>();
  const codes = new Map<string, Code>();
  const accessTokens = new Map<string, { grantId: string; expiresAt: number }>();
  const refreshTokens = new Map<string, string>();

  const byId = (id: string | undefined): Grant | undefined => (id === undefined ? undefined : grants.get(id));

  const dropExpired = (entries: Map<string, { expiresAt: number }>): void => {
    for (const [key, entry] of entries) if (entry.expiresAt <= clock.now()) entries.delete(key);
  };

  return {
    /** The active grant of a browser's Google session, if any. */
    ofSession: (session: string): Grant | undefined => byId(sessions.get(session)),
    create(session: string, scopes: readonly string[]): Grant {
      const grant: Grant = { id: secretToken('grant-'), scopes: new Set(scopes), hasEvents: false, refreshTokens: [] };
      grants.set(grant.id, grant);
      sessions.set(session, grant.id);
      return grant;
    },
    issueCode(code: Omit<Code, 'expiresAt'>): string {
      dropExpired(codes);
      const value = secretToken('4/0');
      codes.set(value, { ...code, expiresAt: clock.now() + codeLifetimeMs });
      return value;
    },
    /** The code if it is still valid. It remains valid until `useCode`. */
    findCode(value: string): Code | undefined {
      dropExpired(codes);
      return codes.get(value);
    },
    useCode(value: string): void {
      codes.delete(value);
    },
    issueRefreshToken(grant: Grant): string {
      const value = secretToken('1//0');
      refreshTokens.set(value, grant.id);
      grant.refreshTokens.push(value);
      const oldest = grant.refreshTokens.length > maxRefreshTokens ? grant.refreshTokens.shift() : undefined;
      if (oldest !== undefined) refreshTokens.delete(oldest);
      return value;
    },
    issueAccessToken(grant: Grant): string {
      dropExpired(accessTokens);
      const value = secretToken('ya29.');
      const expiresAt = clock.now() + accessTokenLifetimeSeconds * 1000;
      accessTokens.set(value, { grantId: grant.id, expiresAt });
      return value;
    },
    byId,
    byRefreshToken: (value: string): Grant | undefined => byId(refreshTokens.get(value)),
    /** The grant of a valid access token. */
    byAccessToken(value: string): Grant | undefined {
      dropExpired(accessTokens);
      return byId(accessTokens.get(value)?.grantId);
    },
    expireAccessToken(value: string): void {
      accessTokens.delete(value);
    },
    expireAllAccessTokens(): number {
      const count = accessTokens.size;
      accessTokens.clear();
      return count;
    },
    /** Revokes a grant and all its tokens. */
    revoke(grant: Grant): void {
      grants.delete(grant.id);
      for (const value of grant.refreshTokens) refreshTokens.delete(value);
      for (const [value, token] of accessTokens) if (token.grantId === grant.id) accessTokens.delete(value);
    },
  };
};
