import { randomBytes } from 'node:crypto';
import { register } from '#shared/contracts/users.ts';
import type { User } from '#shared/contracts/users.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import type { ApiRequest } from '#testing/api/createRequest.ts';
import type { ProductSite } from './startProduct.ts';

export type Account = { user: User; userId: string; token: string; email: string; password: string };

/** A person with an account and a function to call the product. */
export type Person = Account & { request: ApiRequest };

/** Registers a new account. @param request sets the server and the headers */
export const registerWith = async (request: ApiRequest): Promise<Account> => {
  const email = `ada-${randomBytes(8).toString('hex')}@example.test`;
  const password = randomBytes(12).toString('hex');
  const { status, body } = await request(register, {
    body: { name: 'Ada Example', email, password, confirmpassword: password },
  });
  if (status !== 200) throw new Error(`The registration failed: ${status} ${JSON.stringify(body)}`);
  return { user: body.data, userId: body.data._id, token: body.data.token, email, password };
};

/** Connects a platform for a person, as their browser would. */
export const connectLater = (
  site: Pick<ProductSite, 'apiUrl'>,
  { userId, token, request }: Person,
  platform: PlatformId,
): Promise<void> => connectPlatform({ url: site.apiUrl, request }, { userId, token }, platform);

/** Registers a person at a running product and connects platforms for them. */
export const registerPerson = async (
  site: Pick<ProductSite, 'apiUrl'>,
  ...platforms: PlatformId[]
): Promise<Person> => {
  const request = createRequest(site.apiUrl);
  const account = await registerWith(request);
  for (const platform of platforms) await connectPlatform({ url: site.apiUrl, request }, account, platform);
  return {
    ...account,
    request: (endpoint, options) => request(endpoint, { token: account.token, ...options }),
  };
};
