import { Router } from 'express';
import type { RequestHandler, Response } from 'express';
import * as z from 'zod';
import { callLogMiddleware } from '../callLog.ts';
import { SANDBOX_LLM_KEY } from '../credentials.ts';
import { faultMiddleware } from '../faults.ts';
import type { AnsweredFaultKind } from '../faults.ts';
import type { SandboxContext } from '../Sandbox.ts';
import { bearerToken } from '../support/http.ts';
import { WRITERS } from './writers.ts';

const chatBody = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
});

/** Oldest requests are dropped beyond this, so a long-running demo does not grow. */
const MAX_LISTED_REQUESTS = 100;

function sendError(res: Response, status: number, code: string, message: string): void {
  res.status(status).json({ error: { message, type: 'invalid_request_error', param: null, code } });
}

const FAULTS: Record<AnsweredFaultKind, [status: number, code: string]> = {
  '429': [429, 'rate_limit_exceeded'],
  '500': [500, 'server_error'],
  'expired-token': [401, 'invalid_api_key'],
  revoked: [401, 'invalid_api_key'],
  'missing-scope': [403, 'missing_scope'],
  permission: [403, 'permission_denied'],
};

/** Simulates a server that speaks the OpenAI chat format. Its models differ in how they lie. */
export function createLlmService(context: SandboxContext): { router: Router; control: Router } {
  const requests: unknown[] = [];

  const requireKey: RequestHandler = (req, res, next) => {
    if (bearerToken(req) === SANDBOX_LLM_KEY) next();
    else sendError(res, 401, 'invalid_api_key', 'Incorrect API key provided.');
  };

  const api = Router();
  api.use(callLogMiddleware(context, 'llm'));
  api.use(
    faultMiddleware(context.faults, 'llm', (kind, fault, _req, res) => {
      if (fault.retryAfterSeconds !== undefined) res.set('Retry-After', String(fault.retryAfterSeconds));
      sendError(res, ...FAULTS[kind], 'An ordered fault.');
    }),
  );
  api.use(requireKey);
  api.get('/models', (_req, res) => {
    res.json({ object: 'list', data: [...WRITERS.keys()].map((id) => ({ id, object: 'model', owned_by: 'sandbox' })) });
  });
  api.post('/chat/completions', (req, res) => {
    requests.push(req.body);
    if (requests.length > MAX_LISTED_REQUESTS) requests.shift();
    const body = chatBody.safeParse(req.body);
    if (!body.success) return sendError(res, 400, 'invalid_request', z.prettifyError(body.error));
    const write = WRITERS.get(body.data.model);
    if (!write) return sendError(res, 404, 'model_not_found', 'The model does not exist.');
    const content = write(body.data.messages.at(-1)?.content ?? '');
    res.json({
      id: 'chatcmpl-sandbox',
      object: 'chat.completion',
      created: Math.floor(context.clock.now() / 1000),
      model: body.data.model,
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    });
  });

  const router = Router();
  router.use('/v1', api);

  const control = Router();
  control.get('/llm/requests', (_req, res) => {
    res.json(requests);
  });
  return { router, control };
}
