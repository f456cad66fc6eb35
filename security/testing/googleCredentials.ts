import * as z from 'zod';
import { socialLogin } from '#shared/contracts/users.ts';
import { newStranger } from './strangers.ts';
import { target } from './target.ts';

const issued = z.object({ credential: z.string() });

/** Makes a credential like Google's sign-in script, with some claims replaced. */
export const askCredential = async (claims: Record<string, unknown>): Promise<string> => {
  const response = await fetch(`${target.sandboxUrl}/control/google/id-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(claims),
  });
  return issued.parse(await response.json()).credential;
};

/** Signs in with a credential, as the client does after Google's button. */
export const showCredential = (token: string) => newStranger().request(socialLogin, { body: { type: 1, token } });
