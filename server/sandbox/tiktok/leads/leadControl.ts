import { Router } from 'express';
import * as z from 'zod';
import { ControlError, parseControlBody } from '../../control/parseControlBody.ts';
import type { TikTokData } from '../tiktokData.ts';
import type { ExportTasks } from './exportTasks.ts';
import type { LeadStore } from './leadStore.ts';

const tasksBody = z.strictObject({
  /** Time between two states of a task. */
  stepMs: z.int().min(0).max(600_000).optional(),
  /** How many of the next tasks fail. */
  fail: z.int().min(0).optional(),
  zipAboveBytes: z.int().min(0).optional(),
});

const formBody = z.strictObject({
  title: z.string().min(1),
  /** The first advertiser by default. */
  advertiserId: z.string().optional(),
});

/** Control routes for TikTok leads: export behavior, new forms, and the expected final leads. */
export const createTikTokLeadControl = (data: TikTokData, leads: LeadStore, tasks: ExportTasks): Router => {
  const router = Router();

  router.post('/tiktok/tasks', (request, response) => {
    const body = parseControlBody(tasksBody, request);
    Object.assign(tasks.plan, body);
    response.json(tasks.plan);
  });

  router.post('/tiktok/forms', (request, response) => {
    const body = parseControlBody(formBody, request);
    const advertiserId = body.advertiserId ?? data.advertisers[0]?.id;
    const advertiser = data.advertisers.find(({ id }) => id === advertiserId);
    if (!advertiser) throw new ControlError(404, 'There is no such advertiser');
    response.status(201).json({ formId: leads.addForm(advertiser, body.title).id, advertiserId: advertiser.id });
  });

  router.get('/tiktok/leads', (_request, response) => {
    const list = leads.all().map(({ id, form, region, createdAt, answers }) => ({
      leadId: id,
      formId: form.id,
      advertiserId: form.advertiser.id,
      region,
      createdAt: new Date(createdAt * 1000).toISOString(),
      fields: Object.fromEntries(answers),
    }));
    response.json({ leads: list });
  });

  return router;
};
