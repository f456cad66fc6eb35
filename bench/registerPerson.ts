import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { register } from '#shared/contracts/users.ts';

const registered = z.object({ data: z.object({ _id: z.string(), token: z.string() }) });

/** The person whose calls are measured. */
export const registerPerson = async (url: string): Promise<{ userId: string; token: string }> => {
  const password = randomBytes(12).toString('hex');
  const response = await fetch(`${url}${apiBase}${register.path}`, {
    method: register.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.test', password, confirmpassword: password }),
  });
  const { data } = registered.parse(await response.json());
  return { userId: data._id, token: data.token };
};
