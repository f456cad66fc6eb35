import { fileURLToPath } from 'node:url';
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
import { answerQuestion, answerSettings } from './questions/answerQuestion.ts';
import type { CheckResult } from './Check.ts';
import { checkKey } from './checks/key.ts';
import { judgeMemory, readMemory } from './checks/machine.ts';
import { sendOperatorPage } from './pages/operatorPage.ts';
import { probePath } from './questions/probe.ts';
import type { SeenRequest } from './questions/probe.ts';
import { runInsideChecks } from './runInsideChecks.ts';
import { runOutsideChecks } from './runOutsideChecks.ts';
import { withoutConsequences } from './withoutConsequences.ts';

const operatorPath = '/operator';
const stylePath = `${operatorPath}/operator.css`;

/** The questions of `npm run doctor` to the running process. */
export const checksPaths = { inside: '/operator/checks/inside', all: '/operator/checks/all' } as const;

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The holder of the token needs few attempts. */
const tries = { name: 'operator', limit: 10, windowSeconds: 15 * 60 };

const form = z.object({
  token: z.string().min(1).max(1_000),
  action: z.string().max(20).optional(),
  email: z.string().max(1_000).optional(),
});

const createChecks = (context: Pick<AppContext, 'env' | 'logger' | 'clock' | 'db' | 'pool' | 'platforms'>) => {
  const { env, pool, db, platforms, logger } = context;
  const now = () => context.clock.now();
  const readKeys = (): Promise<string[]> => findEncryptionKeys(env);

  const inside = async (): Promise<CheckResult[]> => [
    ...(await runInsideChecks({ env, pool, db, keys: await readKeys(), platforms, now })),
    judgeMemory(readMemory()),
  ];
  const all = async (): Promise<CheckResult[]> => {
    const { keys, result: ofKey } = await checkKey(env);
    const options = { env, keys, now, logger, root, readFreeBytes };
    const found = await Promise.all([runOutsideChecks(options), inside()]);
    return withoutConsequences([ofKey, ...found.flat()]);
  };
  // Callers that arrive while checks are running share their result.
  let running: Promise<CheckResult[]> | null = null;
  const allOnce = (): Promise<CheckResult[]> => {
    running ??= all().finally(() => {
      running = null;
    });
    return running;
  };

  return { inside, all: allOnce };
};

/** The path of the request, as reported by trusted proxies. */
const describeRequest = (request: Request): SeenRequest => ({
  version: productVersion,
  address: request.ip ?? '',
  host: request.get('x-forwarded-host') ?? request.get('host') ?? '',
  protocol: request.protocol,
  forwardedFor: Number(request.get('x-forwarded-count') ?? 0),
});

/**
 * The operator page and the answers to `npm run doctor`: plain HTML, opened by OPERATOR_TOKEN in each request. The
 * browser stores nothing of it.
 */
export const operatorPages = (
  context: Pick<AppContext, 'env' | 'logger' | 'clock' | 'db' | 'pool' | 'platforms'>,
): Router => {
  const router = express.Router();
  const { env, pool } = context;
  const checks = createChecks(context);
  const throttle = createThrottle(pool, tries);
  const styles = readStyles(new URL('pages/operator.css', import.meta.url));
  const isOn = env.OPERATOR_TOKEN !== undefined;

  answerQuestion(router, { path: probePath, env, answer: async (request) => describeRequest(request) });
  answerQuestion(router, { path: checksPaths.inside, env, answer: () => checks.inside() });
  answerQuestion(router, { path: checksPaths.all, env, answer: () => checks.all() });
  answerSettings(router, env);

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
      const results = await checks.all();
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
