import { Router } from 'express';
import type { Request, Response } from 'express';
import * as z from 'zod';
import { deliverWebhook } from '../../deliverWebhook.ts';
import { bodyRecord } from '../../http.ts';
import { selectFields } from '../fields.ts';
import { badParameter } from '../GraphError.ts';
import { pageOf } from '../paging.ts';
import type { MetaUsage } from '../usage.ts';
import { LEAD_DEFAULTS, describeLead } from './describe.ts';
import { leadDeliveries } from './leadEvent.ts';
import { filterLeads } from './leadFilter.ts';
import type { LeadStore } from './leadStore.ts';
import type { LeadAnswer, MetaLead } from './leadTypes.ts';
import type { PageCall, PageCalls } from './pageCalls.ts';

const READ_PERMISSIONS = ['leads_retrieval'];
const TEST_PERMISSIONS = ['leads_retrieval', 'pages_manage_ads'];

/** Leads of a form, single leads and test leads, below a version. */
export function createFormRouter(store: LeadStore, calls: PageCalls, usage: MetaUsage): Router {
  const router = Router();

  const sendLeads = (res: Response, { address, grant }: PageCall, leads: readonly MetaLead[]): void => {
    const page = pageOf(leads, address);
    const fields = address.searchParams.get('fields') ?? undefined;
    res.json({
      ...page,
      data: page.data.map((lead) => selectFields(describeLead(lead, grant), 'Lead', fields, LEAD_DEFAULTS)),
    });
  };

  router.get('/:form/leads', (req, res) => {
    const call = calls.ofForm(req, req.params.form, READ_PERMISSIONS);
    usage.charge(res, call.page.id, 'leadgen');
    sendLeads(res, call, filterLeads(store.leadsOf(call.form), call.address.searchParams.get('filtering')));
  });

  const testLeadsOf = (form: MetaLead['form']): MetaLead[] => store.leadsOf(form).filter(({ isTest }) => isTest);

  router
    .route('/:form/test_leads')
    .get((req, res) => {
      const call = calls.ofForm(req, req.params.form, TEST_PERMISSIONS);
      sendLeads(res, call, testLeadsOf(call.form));
    })
    .post((req, res) => {
      const { address, form } = calls.ofForm(req, req.params.form, TEST_PERMISSIONS);
      const given = readAnswers(bodyRecord(req).field_data ?? address.searchParams.get('field_data'));
      // Meta: one at a time; the former one has to be deleted first.
      if (testLeadsOf(form).length > 0) throw badParameter('This form already has a test lead');
      const lead = store.addTestLead(form, given);
      for (const delivery of leadDeliveries(store, lead)) deliverWebhook(delivery);
      res.json({ id: lead.id });
    });

  router.get('/:lead', (req: Request<{ lead: string }>, res, next) => {
    if (!isLead(store, req.params.lead)) {
      next();
      return;
    }
    const { address, grant, page, lead } = calls.ofLead(req, req.params.lead, READ_PERMISSIONS);
    usage.charge(res, page.id, 'leadgen');
    const fields = address.searchParams.get('fields') ?? undefined;
    res.json(selectFields(describeLead(lead, grant), 'Lead', fields, LEAD_DEFAULTS));
  });

  router.delete('/:lead', (req: Request<{ lead: string }>, res, next) => {
    if (!isLead(store, req.params.lead)) {
      next();
      return;
    }
    const { lead } = calls.ofLead(req, req.params.lead, TEST_PERMISSIONS);
    store.removeLead(lead);
    res.json({ success: true });
  });

  return router;
}

/** The path of a single thing tells nothing of its kind; what is no lead is left to the other routes. */
const isLead = (store: LeadStore, node: string): boolean => store.findLead(node) !== undefined;

const answers = z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) }));

/** Meta: a JSON body holds the list itself, a form field its JSON text. */
function readAnswers(given: unknown): LeadAnswer[] | undefined {
  if (given === undefined || given === null) return undefined;
  try {
    return answers.parse(typeof given === 'string' ? JSON.parse(given) : given);
  } catch {
    throw badParameter('Param field_data must be a list of names and values');
  }
}
