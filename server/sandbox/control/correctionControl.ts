import express from 'express';
import type { Router } from 'express';
import * as z from 'zod';
import { platformIds } from '#shared/platforms.ts';
import type { Corrections } from '../corrections.ts';
import { dayNumberOf } from '../support/days.ts';
import type { SandboxService } from '../Sandbox.ts';
import { ControlError, parseControlBody } from './parseControlBody.ts';

const correctionBody = z
  .strictObject({
    platform: z.enum(platformIds),
    accountId: z.string().min(1),
    adId: z.string().min(1).optional(),
    campaignId: z.string().min(1).optional(),
    day: z.iso.date(),
    spend: z.number().optional(),
    clicks: z.int().optional(),
    conversions: z.number().optional(),
  })
  .refine(({ adId, campaignId }) => (adId === undefined) !== (campaignId === undefined), {
    error: 'Name either adId or campaignId',
  });

/** `POST /control/corrections`: adds metrics to a past day of an ad or a campaign, as platforms do. */
export const createCorrectionControl = (services: readonly SandboxService[], corrections: Corrections): Router => {
  const router = express.Router();

  router.post('/corrections', (request, response) => {
    const body = parseControlBody(correctionBody, request);
    const { platform, day, ...rest } = body;
    const order = { ...rest, dayNumber: dayNumberOf(day) ?? 0 };
    const service = services.find(({ provider }) => provider === platform);
    if (!service?.hasAdObject?.(order)) throw new ControlError(404, `There is no such ad or campaign at ${platform}`);
    corrections.add(platform, order);
    response.status(201).json(body);
  });

  return router;
};
