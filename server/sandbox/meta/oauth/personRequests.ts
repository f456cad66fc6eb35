import { createHmac } from 'node:crypto';
import { Router } from 'express';
import * as z from 'zod';
import type { SandboxContext } from '../../Sandbox.ts';
import { ControlError, parseControlBody } from '../../control/parseControlBody.ts';
import { sandboxCredentials } from '../../credentials.ts';
import type { MetaGrants } from './grants.ts';
import { metaPerson } from '../metaData.ts';

const answerTimeoutMs = 10_000;
const lifetimeSeconds = 3_600;

const requestBody = z.strictObject({
  /** The app's callback. At Meta, the app's dashboard has this setting. */
  url: z.url({ protocol: /^https?$/ }),
  /** A person other than the sample person. */
  userId: z.string().min(1).default(metaPerson.id),
  /** Signs with another secret. */
  forged: z.boolean().default(false),
  /** Repeats an earlier request unchanged. */
  signedRequest: z.string().min(1).optional(),
});

const signRequest = ({ clock }: SandboxContext, userId: string, forged: boolean): string => {
  const issuedAt = Math.floor(clock.now() / 1000);
  const content = {
    algorithm: 'HMAC-SHA256',
    expires: issuedAt + lifetimeSeconds,
    issued_at: issuedAt,
    user_id: userId,
  };
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  const secret = forged ? 'another-secret' : sandboxCredentials.facebook.appSecret;
  return `${createHmac('sha256', secret).update(payload).digest('base64url')}.${payload}`;
};

/**
 * `POST /control/facebook/deauthorize` and `/control/facebook/data-deletion`: the person removes the app in Facebook's
 * settings, or requests deletion of their data. Returns the app's response.
 */
export const createPersonRequestControl = (context: SandboxContext, grants: MetaGrants): Router => {
  const control = Router();
  for (const kind of ['deauthorize', 'data-deletion'] as const)
    control.post(`/facebook/${kind}`, async (request, response) => {
      const order = parseControlBody(requestBody, request);
      const removed = kind === 'deauthorize' ? grants.removeAll() : 0;
      const signedRequest = order.signedRequest ?? signRequest(context, order.userId, order.forged);
      try {
        const answer = await fetch(order.url, {
          method: 'POST',
          body: new URLSearchParams({ signed_request: signedRequest }),
          redirect: 'manual',
          signal: AbortSignal.timeout(answerTimeoutMs),
        });
        response.json({ signedRequest, removed, status: answer.status, body: await answer.text() });
      } catch {
        throw new ControlError(502, 'The callback does not respond');
      }
    });
  return control;
};
