import * as z from 'zod';
import { apiBase } from '#shared/contracts/endpoint.ts';
import type { HttpMethod } from '#shared/contracts/endpoint.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { isSomebodyWaiting } from '#testing/database/isSomebodyWaiting.ts';
import { postControl, readMails } from '#testing/sandbox/sandboxControl.ts';
import type { SandboxMail } from '#testing/sandbox/sandboxControl.ts';

/** A call as a client without our code may make it. */
export const sendRaw = (
  { url }: TestApi,
  { method, path }: { method: HttpMethod; path: string },
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}${apiBase}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** The mail that an address has received, newest last. */
export const mailsTo = async ({ sandbox }: TestApi, address: string): Promise<SandboxMail[]> =>
  (await readMails(sandbox)).filter(({ to }) => to === address);

/** A credential as Google's script hands it over. */
export const newGoogleCredential = async ({ sandbox }: TestApi, claims: Record<string, unknown>): Promise<string> =>
  z.object({ credential: z.string() }).parse(await postControl(sandbox, '/google/id-token', claims)).credential;

/**
 * Waits until a call waits for a row that the caller's transaction holds, or is answered.
 * @returns the call, wrapped: the transaction would wait for a promise that it returns
 */
export const untilBlocked = async <T>(api: TestApi, call: Promise<T>): Promise<{ answer: Promise<T> }> => {
  let isAnswered = false;
  const answer = call.finally(() => {
    isAnswered = true;
  });
  await api.waitUntil(async () => isAnswered || (await isSomebodyWaiting(api.context.pool)));
  return { answer };
};
