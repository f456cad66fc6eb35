import express from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';
import * as z from 'zod';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { AppError, notConfigured, validationError } from '#server/lib/failures/errors.ts';
import { confirmationCodeOf, readSignedRequest } from '#server/providers/facebook/signedRequest.ts';
import type { SignedRequest } from '#server/providers/facebook/signedRequest.ts';
import { receiptPath } from '#server/modules/privacy/pages/deletionPage.ts';
import { receiveDeauthorization, receiveDeletionRequest } from './metaRequests.service.ts';

const paths = {
  deauthorize: '/webhooks/meta/deauthorize',
  deletion: '/webhooks/meta/data-deletion',
} as const;

const bodyLimit = '16kb';

const formBody = z.object({ signed_request: z.string() });

type Received = { request: SignedRequest; code: string };

/**
 * Meta's requests when a person removes our app or wants their data deleted. The routes are outside `/api`: they have
 * no session, but a signature with the app secret.
 */
export const metaCallbacks = (context: AppContext): Router => {
  const router = express.Router();
  const secret = context.platforms.facebook ? context.env.FACEBOOK_APP_SECRET : undefined;

  /** Refuses before reading the body when the platform is off. */
  const requireSecret: RequestHandler = (_request, _response, next) => {
    if (secret === undefined) throw notConfigured(messages.webhooks.off);
    next();
  };
  const readForm = express.urlencoded({ extended: false, limit: bodyLimit, parameterLimit: 10, inflate: false });

  const receive = (request: Request): Received => {
    const body = formBody.safeParse(request.body);
    if (secret === undefined || !body.success) throw validationError(messages.webhooks.unreadable);
    const { signed_request: text } = body.data;
    const reading = readSignedRequest(secret, text);
    if (reading.kind === 'refused') throw new AppError(401, 'WEBHOOK_REFUSED', messages.webhooks.refused);
    if (reading.kind === 'unreadable') throw validationError(messages.webhooks.unreadable);
    return { request: reading.request, code: confirmationCodeOf(secret, text) };
  };

  router.post(paths.deauthorize, requireSecret, readForm, async (request: Request, response: Response) => {
    await receiveDeauthorization(context, receive(request).request);
    response.json({ success: true });
  });

  router.post(paths.deletion, requireSecret, readForm, async (request: Request, response: Response) => {
    const { request: signed, code } = receive(request);
    await receiveDeletionRequest(context, signed, code);
    response.json({ url: context.env.PUBLIC_URL + receiptPath(code), confirmation_code: code });
  });

  return router;
};
