import type { SandboxClock } from '../support/clock.ts';
import { secretToken } from '../support/random.ts';
import { TikTokError, deadToken } from './TikTokError.ts';

/** Permissions that a person granted. Grants of the same person are independent. */
export type TikTokGrant = { readonly advertiserIds: readonly string[] };

export type TikTokGrants = ReturnType<typeof createTikTokGrants>;

/** TikTok: a code is valid once, for one hour. */
const codeLifetimeMs = 3_600_000;

/** Codes and tokens of a sandbox run. TikTok: tokens do not expire, but can be revoked. */
export const createTikTokGrants = (clock: SandboxClock) => {
  const codes = new Map<string, { grant: TikTokGrant; expiresAt: number }>();
  const tokens = new Map<string, TikTokGrant>();

  return {
    issueCode(grant: TikTokGrant): string {
      const code = secretToken('tta');
      codes.set(code, { grant, expiresAt: clock.now() + codeLifetimeMs });
      return code;
    },

    redeemCode(code: string): { accessToken: string; grant: TikTokGrant } {
      const entry = codes.get(code);
      codes.delete(code);
      if (!entry || entry.expiresAt <= clock.now()) throw new TikTokError(40110, 'Auth code is invalid or expired.');
      const accessToken = secretToken('ttt');
      tokens.set(accessToken, entry.grant);
      return { accessToken, grant: entry.grant };
    },

    require(accessToken: string): TikTokGrant {
      const grant = tokens.get(accessToken);
      if (!grant) throw deadToken();
      return grant;
    },

    isAlive: (accessToken: string): boolean => tokens.has(accessToken),

    revoke(accessToken: string): TikTokGrant {
      const grant = this.require(accessToken);
      tokens.delete(accessToken);
      return grant;
    },

    revokeAll(): number {
      const count = tokens.size;
      tokens.clear();
      return count;
    },
  };
};
