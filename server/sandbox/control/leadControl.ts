import express from 'express';
import type { Router } from 'express';
import * as z from 'zod';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { SandboxService } from '../Sandbox.ts';
import { deliverWebhook } from '../deliverWebhook.ts';
import { ControlError, parseControlBody } from './parseControlBody.ts';

const leadBody = z.strictObject({
  platform: z.enum(leadPlatformIds),
  formId: z.string().min(1).optional(),
  fields: z.record(z.string().min(1), z.union([z.string(), z.array(z.string())])).optional(),
  /** Facebook: parts of the lead in the Graph API's form, in place of the documented ones. */
  raw: z.record(z.string(), z.unknown()).optional(),
  /** False sends no delivery. */
  webhook: z.boolean().default(true),
  /** How often each delivery is sent, like an at-least-once sender. */
  times: z.int().min(1).max(20).default(1),
  /** Delays the delivery, so that later ones can overtake it. */
  delayMs: z.int().min(0).max(600_000).default(0),
});

/** `POST /control/leads`: submits a lead form. Responds once the lead exists, before any webhook arrives. */
export const createLeadControl = (services: readonly SandboxService[]): Router => {
  const router = express.Router();

  router.post('/leads', (request, response) => {
    const order = parseControlBody(leadBody, request);
    const service = services.find(({ provider }) => provider === order.platform);
    const lead = service?.submitLead?.({ formId: order.formId, fields: order.fields, raw: order.raw });
    if (!lead) throw new ControlError(404, `There is no such ${order.platform} form`);
    const { leadId, formId, deliveries } = lead;
    if (order.webhook) {
      for (const delivery of deliveries)
        for (let time = 0; time < order.times; time += 1) deliverWebhook(delivery, order.delayMs);
    }
    response.status(201).json({ leadId, formId, subscribers: deliveries.length });
  });

  return router;
};
