import { Router } from 'express';
import type { Request, Response } from 'express';
import * as z from 'zod';
import { deliverWebhook } from '../../deliverWebhook.ts';
import { bodyRecord } from '../../support/http.ts';
import { selectFields } from '../graph/fields.ts';
import { badParameter } from '../graph/GraphError.ts';
import type { MetaApi } from '../MetaApi.ts';
import { selectPage } from '../graph/paging.ts';
import { LEAD_NODE, describeLead } from './describe.ts';
import { leadDeliveries } from './leadEvent.ts';
import { filterLeads } from './leadFilter.ts';
import type { LeadAnswer, MetaLead } from './leadTypes.ts';
import type { PageCall, PageCalls } from './pageCalls.ts';

const READ_PERMISSIONS = ['leads_retrieval'];
const TEST_PERMISSIONS = ['leads_retrieval', 'pages_manage_ads'];

const answers = z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) }));

/** Meta: a JSON body holds the list itself, a form field its JSON text. */
const readAnswers = (given: unknown): LeadAnswer[] | undefined => {
  if (given === undefined || given === null) return undefined;
  try {
    return answers.parse(typeof given === 'string' ? JSON.parse(given) : given);
  } catch {
    throw badParameter('Param field_data must be a list of names and values');
  }
};

/** Leads of a form, single leads and test leads, below a version. */
export const createFormRouter = ({ leads: store, usage }: MetaApi, calls: PageCalls): Router => {
  const router = Router();

  const sendLeads = (res: Response, { address, grant }: PageCall, leads: readonly MetaLead[]): void => {
    res.json(selectPage(leads, address, LEAD_NODE, (lead) => describeLead(lead, grant)));
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

  // The path of a single thing does not say its kind: the other routes answer for everything but leads.
  router.get('/:lead', (req: Request<{ lead: string }>, res, next) => {
    if (!store.findLead(req.params.lead)) return next();
    const { address, grant, page, lead } = calls.ofLead(req, req.params.lead, READ_PERMISSIONS);
    usage.charge(res, page.id, 'leadgen');
    res.json(selectFields(describeLead(lead, grant), LEAD_NODE.type, address.searchParams, LEAD_NODE.defaults));
  });

  router.delete('/:lead', (req: Request<{ lead: string }>, res, next) => {
    if (!store.findLead(req.params.lead)) return next();
    const { lead } = calls.ofLead(req, req.params.lead, TEST_PERMISSIONS);
    store.removeLead(lead);
    res.json({ success: true });
  });

  return router;
};
