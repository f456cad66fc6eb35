import * as z from 'zod';
import { apiBase } from '#shared/contracts/endpoint.ts';
import type { HttpMethod } from '#shared/contracts/endpoint.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { isSomebodyWaiting } from '#testing/database/isSomebodyWaiting.ts';
import { postControl, readMails } from '#testing/sandbox/sandboxControl.ts';
import type { SandboxMail } from '#testing/sandbox/sandboxControl.ts';

/** A raw call, as a foreign client may make it. */
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

/** The mails to an address, newest last. */
export const mailsTo = async ({ sandbox }: TestApi, address: string): Promise<SandboxMail[]> =>
  (await readMails(sandbox)).filter(({ to }) => to === address);

/** A credential as Google's sign-in script returns it. */
export const newGoogleCredential = async ({ sandbox }: TestApi, claims: Record<string, unknown>): Promise<string> =>
  z.object({ credential: z.string() }).parse(await postControl(sandbox, '/google/id-token', claims)).credential;

/**
 * Waits until a call is blocked by a row lock of the caller's transaction, or has a response.
 * @returns the call, wrapped in an object, because the transaction would await a returned promise
 */
export const untilBlocked = async <T>(api: TestApi, call: Promise<T>): Promise<{ answer: Promise<T> }> => {
  let isAnswered = false;
  const answer = call.finally(() => {
    isAnswered = true;
  });
  await api.waitUntil(async () => isAnswered || (await isSomebodyWaiting(api.context.pool)));
  return { answer };
};
