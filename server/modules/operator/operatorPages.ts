import express from 'express';
import type { ErrorRequestHandler, Request, Router } from 'express';
import * as z from 'zod';
import { emailField } from '#shared/contracts/fields.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { toAppError } from '#server/lib/failures/toAppError.ts';
import { findEncryptionKeys } from '#server/config/encryptionKeys.ts';
import { readFreeBytes } from '#server/database/embedded/storage/freeSpace.ts';
import { isOperatorToken } from '#server/health/operatorAccess.ts';
import { AppError, validationError } from '#server/lib/failures/errors.ts';
import { readStyles } from '#server/lib/http/pages/readStyles.ts';
import { productVersion } from '#server/lib/productVersion.ts';
import { clientKey, createThrottle } from '#server/lib/throttle.ts';
import { normalizeEmail } from '#server/modules/users/normalizeEmail.ts';
import { invite } from '#server/modules/users/registration/registration.service.ts';
import type { CheckResult } from './Check.ts';
import { sendOperatorPage } from './pages/operatorPage.ts';
import { answerHeader, createInstallationProof, questionHeader } from './questions/installationProof.ts';
import { probePath } from './questions/probe.ts';
import type { SeenRequest } from './questions/probe.ts';
import { checkData, runChecks } from './runChecks.ts';

const operatorPath = '/operator';
const stylePath = `${operatorPath}/operator.css`;

/** A person with the token needs few attempts. */
const tries = { name: 'operator', limit: 10, windowSeconds: 15 * 60 };

const form = z.object({
  token: z.string().min(1).max(1_000),
  action: z.string().max(20).optional(),
  email: z.string().max(1_000).optional(),
});

type PageContext = Pick<AppContext, 'env' | 'logger' | 'clock' | 'db' | 'pool'>;

/** Callers that arrive while checks are running share their result. */
const createChecks = ({ env, logger, clock, db, pool }: PageContext): (() => Promise<CheckResult[]>) => {
  const now = () => clock.now();
  let running: Promise<CheckResult[]> | null = null;
  return () => {
    running ??= runChecks({ env, now, logger, readFreeBytes }, (keys) =>
      checkData({ env, pool, db, keys, now: now() }),
    ).finally(() => {
      running = null;
    });
    return running;
  };
};

/** The client, host and scheme of the request, as reported by trusted proxies. */
const describeRequest = (request: Request): SeenRequest => ({
  address: request.ip ?? '',
  host: request.get('x-forwarded-host') ?? request.get('host') ?? '',
  protocol: request.protocol,
  forwardedFor: Number(request.get('x-forwarded-count') ?? 0),
});

/** The operator page: plain HTML, opened by OPERATOR_TOKEN in each request. The browser does not cache it. */
export const operatorPages = (context: PageContext): Router => {
  const router = express.Router();
  const { env, pool } = context;
  const check = createChecks(context);
  const throttle = createThrottle(pool, tries);
  const styles = readStyles(new URL('pages/operator.css', import.meta.url));
  const isOn = env.OPERATOR_TOKEN !== undefined;

  // Return 404 to callers without the key of this installation.
  router.get(probePath, async (request, response, next) => {
    const question = request.get(questionHeader);
    const keys = question === undefined ? [] : await findEncryptionKeys(env);
    const sign = createInstallationProof(keys).readQuestion(probePath, question ?? '');
    if (!sign) {
      next();
      return;
    }
    const body = JSON.stringify(describeRequest(request));
    response.set(answerHeader, sign(body)).type('json').send(body);
  });

  if (!isOn) {
    router.all(operatorPath, (_request, response) => {
      response.status(404).type('text').send(messages.operator.off);
    });
    return router;
  }

  router.get(stylePath, (_request, response) => {
    response.type('text/css').send(styles);
  });
  router.get(operatorPath, (_request, response) => sendOperatorPage(response, { kind: 'form' }));
  router.post(
    operatorPath,
    express.urlencoded({ extended: false, limit: '4kb' }),
    async (request: Request, response) => {
      const client = clientKey(request.ip ?? '');
      await throttle.take(client);
      const sent = form.safeParse(request.body).data;
      if (!sent || !isOperatorToken(env, sent.token))
        throw new AppError(401, 'INVALID_CREDENTIALS', messages.operator.wrongToken);
      await throttle.refund(client);
      if (sent.action === 'invite') {
        const parsed = emailField.safeParse(sent.email);
        if (!parsed.success) throw validationError(messages.validation.emailInvalid);
        const email = normalizeEmail(parsed.data);
        sendOperatorPage(response, { kind: 'invitation', email, link: await invite(context, email) });
        return;
      }
      const results = await check();
      sendOperatorPage(response, { kind: 'results', results, at: context.clock.now(), version: productVersion });
    },
  );

  const handlePageErrors: ErrorRequestHandler = (error: unknown, request, response, next) => {
    const failure = toAppError(error);
    const line = { area: 'operator', code: failure.code, status: failure.status, err: failure.cause };
    if (failure.status >= 500) request.log.error(line, failure.message);
    else request.log.info(line, failure.message);
    if (response.headersSent) {
      next(error);
      return;
    }
    if (failure.retryAfterSeconds !== undefined) response.set('Retry-After', String(failure.retryAfterSeconds));
    sendOperatorPage(response, { kind: 'form', status: failure.status, problem: failure.userMessage });
  };
  router.use(operatorPath, handlePageErrors);
  return router;
};
