import express from 'express';
import type { Router } from 'express';
import * as z from 'zod';
import { platformIds } from '#shared/platforms.ts';
import { faultKinds } from '../faults.ts';
import type { SandboxContext } from '../Sandbox.ts';
import { parseControlBody } from './parseControlBody.ts';

const resetBody = z.strictObject({ seed: z.int().optional(), scale: z.int().min(1).max(100).optional() });
export type ResetOrder = z.infer<typeof resetBody>;

const faultBody = z.strictObject({
  provider: z.enum(platformIds),
  path: z.string().min(1).optional(),
  kind: z.enum(faultKinds),
  count: z.int().min(1).default(1),
  retryAfterSeconds: z.int().min(0).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
});

const redirectsBody = z.strictObject({
  provider: z.enum(platformIds),
  addresses: z.array(z.url()),
});

/** Control calls for all services: reset, order faults, read the call log. */
export const createControlRoutes = (context: SandboxContext, reset: (order: ResetOrder) => void): Router => {
  const router = express.Router();

  router.post('/reset', (request, response) => {
    reset(parseControlBody(resetBody, request));
    response.json({ ok: true });
  });

  router.post('/faults', (request, response) => {
    const fault = parseControlBody(faultBody, request);
    context.faults.order(fault);
    response.status(201).json({ faults: context.faults.list() });
  });

  router.get('/faults', (_request, response) => {
    response.json({ faults: context.faults.list() });
  });

  router.delete('/faults', (_request, response) => {
    context.faults.clear();
    response.json({ faults: [] });
  });

  router.put('/redirects', (request, response) => {
    const body = parseControlBody(redirectsBody, request);
    context.redirects.register(body.provider, body.addresses);
    response.json(body);
  });

  router.get('/calls', (_request, response) => {
    response.json({ calls: context.calls.list(), counts: context.calls.counts() });
  });

  return router;
};
