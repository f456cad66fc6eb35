import { Router } from 'express';
import * as z from 'zod';
import { ControlError, parseControlBody } from '../../control/parseControlBody.ts';
import type { LeadOrder, SubmittedLead } from '../../Sandbox.ts';
import type { MetaApi } from '../MetaApi.ts';
import { createFormRouter } from './formRoutes.ts';
import { leadDeliveries } from './leadEvent.ts';
import type { LeadStore } from './leadStore.ts';
import { createPageRouter } from './pageRoutes.ts';
import { createPageCalls } from './pageCalls.ts';
import { createSubscriptionRouter } from './subscriptionRoutes.ts';

/** Routes for Pages, lead forms, leads and webhook subscriptions, below a version. */
export const createLeadRouter = (api: MetaApi): Router => {
  const calls = createPageCalls(api);
  return Router().use(createSubscriptionRouter(api), createPageRouter(api, calls), createFormRouter(api, calls));
};

/** Submits a form; undefined if the form is unknown. */
export const submitLead = (store: LeadStore, { formId, fields = {}, raw }: LeadOrder): SubmittedLead | undefined => {
  const form = store.findForm(formId);
  if (!form) return undefined;
  const lead = store.addLead(form, fields, raw);
  return { leadId: lead.id, formId: form.id, deliveries: leadDeliveries(store, lead) };
};

const formBody = z.strictObject({ name: z.string().min(1).max(200) });

const deletedFormBody = z.strictObject({ formId: z.string().min(1) });

/** `POST /control/facebook/forms` adds a form to the first Page. `POST /control/facebook/forms/delete` deletes a form. */
export const createLeadFormControl = (store: LeadStore): Router => {
  const control = Router();
  control.post('/facebook/forms', (request, response) => {
    const order = parseControlBody(formBody, request);
    const form = store.addForm(order.name);
    if (!form) throw new ControlError(404, 'There is no Page');
    response.status(201).json({ formId: form.id, name: form.name, pageId: form.page.id });
  });
  control.post('/facebook/forms/delete', (request, response) => {
    const order = parseControlBody(deletedFormBody, request);
    const form = store.findForm(order.formId);
    if (!form) throw new ControlError(404, 'There is no such form');
    store.deleteForm(form);
    response.json({ formId: form.id });
  });
  return control;
};
