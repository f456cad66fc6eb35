import express from 'express';
import type { Router } from 'express';
import * as z from 'zod';
import { platformIds } from '#shared/platforms.ts';
import { FAULT_KINDS } from '../faults.ts';
import type { SandboxContext } from '../Sandbox.ts';
import { parseControlBody } from './parseControlBody.ts';

const resetBody = z.strictObject({ seed: z.int().optional(), scale: z.int().min(1).max(100).optional() });
export type ResetOrder = z.infer<typeof resetBody>;

const faultBody = z.strictObject({
  provider: z.enum(platformIds),
  path: z.string().min(1).optional(),
  kind: z.enum(FAULT_KINDS),
  count: z.int().min(1).default(1),
  retryAfterSeconds: z.int().min(0).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
});

const redirectsBody = z.strictObject({
  provider: z.enum(platformIds),
  addresses: z.array(z.url()),
});

/** The control calls that all services share: reset, order faults, read the log of calls. */
export const createControlRoutes = (context: SandboxContext, reset: (order: ResetOrder) => void): Router => {
  const router = express.Router();

  router.post('/reset', (req, res) => {
    reset(parseControlBody(resetBody, req));
    res.json({ ok: true });
  });

  router.post('/faults', (req, res) => {
    const fault = parseControlBody(faultBody, req);
    context.faults.order(fault);
    res.status(201).json({ faults: context.faults.list() });
  });

  router.get('/faults', (_req, res) => {
    res.json({ faults: context.faults.list() });
  });

  router.delete('/faults', (_req, res) => {
    context.faults.clear();
    res.json({ faults: [] });
  });

  router.put('/redirects', (req, res) => {
    const body = parseControlBody(redirectsBody, req);
    context.redirects.register(body.provider, body.addresses);
    res.json(body);
  });

  router.get('/calls', (_req, res) => {
    res.json({ calls: context.calls.list(), counts: context.calls.counts() });
  });

  return router;
};
