import { randomBytes } from 'node:crypto';
import { register } from '#shared/contracts/users.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { connectPlatform } from '#server/testing/connectPlatform.ts';
import { createRequest } from '#server/testing/createRequest.ts';
import type { ApiRequest } from '#server/testing/createRequest.ts';
import type { ProductSite } from './startProduct.ts';

/** Somebody with an account, and how they call the product. */
export type Person = { userId: string; token: string; email: string; password: string; request: ApiRequest };

/** Connects a platform for somebody, as their browser would. */
export const connectLater = (
  site: Pick<ProductSite, 'apiUrl'>,
  { userId, token, request }: Person,
  platform: PlatformId,
): Promise<void> => connectPlatform({ url: site.apiUrl, request }, { userId, token }, platform);

/** Registers somebody at a product that runs, and connects platforms for them. */
export const registerPerson = async (
  site: Pick<ProductSite, 'apiUrl'>,
  ...platforms: PlatformId[]
): Promise<Person> => {
  const request = createRequest(site.apiUrl);
  const email = `ada-${randomBytes(6).toString('hex')}@example.test`;
  const password = randomBytes(12).toString('hex');
  const { status, body } = await request(register, {
    body: { name: 'Ada Example', email, password, confirmpassword: password },
  });
  if (status !== 200) throw new Error(`Nobody was registered: ${status} ${JSON.stringify(body)}`);
  const person = { userId: body.data._id, token: body.data.token };
  for (const platform of platforms) await connectPlatform({ url: site.apiUrl, request }, person, platform);
  return {
    ...person,
    email,
    password,
    request: (endpoint, options) => request(endpoint, { token: person.token, ...options }),
  };
};
