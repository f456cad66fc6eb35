import type { SandboxClock } from '../../support/clock.ts';
import { sandboxCredentials } from '../../credentials.ts';
import { secretToken } from '../../support/random.ts';
import { GraphError, badCode, badToken } from '../graph/GraphError.ts';

/** Permissions that a person granted on the consent page. Grants of the same person are independent. */
export type MetaGrant = {
  readonly granted: Set<string>;
  readonly declined: Set<string>;
  /** Digits of the ticked ad accounts. */
  readonly accountIds: ReadonlySet<string>;
  /** The ticked Pages. */
  readonly pageIds: ReadonlySet<string>;
  /** Whether the person removed the app, which ends all tokens of the grant. */
  removed: boolean;
};

export type MetaToken = {
  readonly value: string;
  readonly grant: MetaGrant;
  /** The Page of a Page token; undefined for a person's token. */
  readonly pageId: string | undefined;
  /** Unix seconds. */
  readonly issuedAt: number;
  /** Unix seconds; infinite for a token without expiry. */
  expiresAt: number;
};

export type MetaGrants = ReturnType<typeof createMetaGrants>;

const codeLifetimeSeconds = 600;
/** Meta: 5400 seconds were observed. A long-lived token is valid for about 60 days. */
const shortLifetimeSeconds = 5400;
const longLifetimeSeconds = 5_183_944;

/** Codes, tokens and grants of a sandbox run. */
export const createMetaGrants = (clock: SandboxClock) => {
  const { appId, appSecret } = sandboxCredentials.facebook;
  const appToken = secretToken(`${appId}|`);
  const codes = new Map<string, { grant: MetaGrant; redirectUri: string; expiresAt: number; used: boolean }>();
  const tokens = new Map<string, MetaToken>();
  const nowSeconds = (): number => Math.floor(clock.now() / 1000);

  const issueToken = (grant: MetaGrant, lifetimeSeconds: number, pageId?: string): MetaToken => {
    const issuedAt = nowSeconds();
    const token = { value: secretToken('EAA'), grant, pageId, issuedAt, expiresAt: issuedAt + lifetimeSeconds };
    tokens.set(token.value, token);
    return token;
  };

  /** The reason why a known token is invalid; undefined if it is valid. */
  const faultOf = (token: MetaToken): GraphError | undefined => {
    if (token.grant.removed) {
      const message = 'Error validating access token: The user has not authorized application';
      return badToken(`${message} ${appId}.`, 458);
    }
    if (token.expiresAt <= nowSeconds()) {
      const expired = new Date(token.expiresAt * 1000).toUTCString();
      return badToken(
        `Error validating access token: Session has expired on ${expired}. The current time is ${new Date(clock.now()).toUTCString()}.`,
        463,
      );
    }
    return undefined;
  };

  return {
    appToken,
    faultOf,
    isAppToken: (value: string): boolean => value === appToken || value === `${appId}|${appSecret}`,
    find: (value: string): MetaToken | undefined => tokens.get(value),

    issueCode(grant: MetaGrant, redirectUri: string): string {
      const code = secretToken('AQ');
      codes.set(code, { grant, redirectUri, expiresAt: nowSeconds() + codeLifetimeSeconds, used: false });
      return code;
    },

    /** Exchanges a code for a short-lived token, once. */
    redeemCode(code: string, redirectUri: string): MetaToken {
      const entry = codes.get(code);
      if (!entry) throw badCode('Invalid verification code format.');
      if (entry.used) throw badCode('This authorization code has been used.', 36009);
      if (entry.expiresAt <= nowSeconds()) throw badCode('This authorization code has expired.', 36007);
      if (entry.redirectUri !== redirectUri) {
        throw badCode(
          'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
          36008,
        );
      }
      entry.used = true;
      return issueToken(entry.grant, shortLifetimeSeconds);
    },

    /** Exchanges a valid token for one of about 60 days. The old token remains valid. */
    extend(value: string): MetaToken {
      return issueToken(this.require(value).grant, longLifetimeSeconds);
    },

    /** The token of a Page in the grant. Meta: it has no expiry but ends with the grant. */
    pageToken({ grant }: MetaToken, pageId: string): string {
      for (const token of tokens.values()) {
        if (token.grant === grant && token.pageId === pageId && !faultOf(token)) return token.value;
      }
      return issueToken(grant, Number.POSITIVE_INFINITY, pageId).value;
    },

    /** The token with this value. @throws Meta's error if it is unknown or invalid */
    require(value: string): MetaToken {
      const token = tokens.get(value);
      if (!token) throw badToken('Invalid OAuth access token - Cannot parse access token');
      const fault = faultOf(token);
      if (fault) throw fault;
      return token;
    },

    /** Removes the app as the person would, which ends all grants. */
    removeAll(): number {
      for (const { grant } of tokens.values()) grant.removed = true;
      return tokens.size;
    },

    expireAll(): number {
      for (const token of tokens.values()) token.expiresAt = Math.min(token.expiresAt, nowSeconds());
      return tokens.size;
    },
  };
};
