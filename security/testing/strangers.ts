import { randomBytes } from 'node:crypto';
import type { PlatformId } from '#shared/platforms.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import type { ApiRequest } from '#testing/api/createRequest.ts';
import { registerWith } from '#testing/people.ts';
import type { Account } from '#testing/people.ts';
import { target } from './target.ts';

/** A random IPv6 network, so that strangers do not share limits. */
const ownAddress = (): string => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;

export type Stranger = {
  /** The forwarding headers that nginx would send to web. */
  forwarded: Record<string, string>;
  /** Calls the API by its contracts through web. */
  request: ApiRequest;
  /** Sends any request to web. The path starts with a slash. */
  send(path: string, init?: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }): Promise<Response>;
};

/** A person without an account, at a separate address. */
export const newStranger = (url = target.webUrl): Stranger => {
  const forwarded = { 'x-forwarded-for': ownAddress() };
  const request = createRequest(url);
  return {
    forwarded,
    request: (endpoint, options = {}) =>
      request(endpoint, { ...options, headers: { ...forwarded, ...options.headers } }),
    send: (path, init = {}) =>
      fetch(`${url}${path}`, { redirect: 'manual', ...init, headers: { ...forwarded, ...init.headers } }),
  };
};

export type Member = Stranger & Account;

/** A person with an account at a product and connected platforms. Requests send their token by default. */
export const newMemberAt = async (url: string, ...platforms: PlatformId[]): Promise<Member> => {
  const stranger = newStranger(url);
  const account = await registerWith(stranger.request);
  const { token } = account;
  for (const platform of platforms)
    await connectPlatform({ url, request: stranger.request }, account, platform, { startHeaders: stranger.forwarded });
  return {
    ...account,
    forwarded: stranger.forwarded,
    request: (endpoint, options = {}) => stranger.request(endpoint, { token, ...options }),
    send: (path, init = {}) =>
      stranger.send(path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } }),
  };
};

/** A member of the shared product. */
export const newMember = (...platforms: PlatformId[]): Promise<Member> => newMemberAt(target.webUrl, ...platforms);
