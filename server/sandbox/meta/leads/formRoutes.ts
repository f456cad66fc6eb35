import { Router } from 'express';
import type { Request, Response } from 'express';
import * as z from 'zod';
import { deliverWebhook } from '../../deliverWebhook.ts';
import { bodyRecord } from '../../support/http.ts';
import { selectFields } from '../graph/fields.ts';
import { badParameter } from '../graph/GraphError.ts';
import type { MetaApi } from '../MetaApi.ts';
import { selectPage } from '../graph/paging.ts';
import { leadNode, describeLead } from './describe.ts';
import { leadDeliveries } from './leadEvent.ts';
import { filterLeads } from './leadFilter.ts';
import type { LeadAnswer, MetaLead } from './leadTypes.ts';
import type { PageCall, PageCalls } from './pageCalls.ts';

const readPermissions = ['leads_retrieval'];
const testPermissions = ['leads_retrieval', 'pages_manage_ads'];

const answers = z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) }));

/** Meta: a JSON body contains the list, a form field its JSON text. */
const readAnswers = (given: unknown): LeadAnswer[] | undefined => {
  if (given === undefined || given === null) return undefined;
  try {
    return answers.parse(typeof given === 'string' ? JSON.parse(given) : given);
  } catch {
    throw badParameter('Param field_data must be a list of names and values');
  }
};

/** Routes for leads of a form, single leads and test leads, below a version. */
export const createFormRouter = ({ leads: store, usage }: MetaApi, calls: PageCalls): Router => {
  const router = Router();

  const sendLeads = (response: Response, { address, grant }: PageCall, leads: readonly MetaLead[]): void => {
    response.json(selectPage(leads, address, leadNode, (lead) => describeLead(lead, grant)));
  };

  router.get('/:form/leads', (request, response) => {
    const call = calls.ofForm(request, request.params.form, readPermissions);
    usage.charge(response, call.page.id, 'leadgen');
    sendLeads(response, call, filterLeads(store.leadsOf(call.form), call.address.searchParams.get('filtering')));
  });

  const testLeadsOf = (form: MetaLead['form']): MetaLead[] => store.leadsOf(form).filter(({ isTest }) => isTest);

  router
    .route('/:form/test_leads')
    .get((request, response) => {
      const call = calls.ofForm(request, request.params.form, testPermissions);
      sendLeads(response, call, testLeadsOf(call.form));
    })
    .post((request, response) => {
      const { address, form } = calls.ofForm(request, request.params.form, testPermissions);
      const given = readAnswers(bodyRecord(request).field_data ?? address.searchParams.get('field_data'));
      // Meta allows one test lead at a time. Delete the existing one first.
      if (testLeadsOf(form).length > 0) throw badParameter('This form already has a test lead');
      const lead = store.addTestLead(form, given);
      for (const delivery of leadDeliveries(store, lead)) deliverWebhook(delivery);
      response.json({ id: lead.id });
    });

  // The path of an object does not reveal its type. Other routes handle everything except leads.
  router.get('/:lead', (request: Request<{ lead: string }>, response, next) => {
    if (!store.findLead(request.params.lead)) return next();
    const { address, grant, page, lead } = calls.ofLead(request, request.params.lead, readPermissions);
    usage.charge(response, page.id, 'leadgen');
    response.json(selectFields(describeLead(lead, grant), leadNode.type, address.searchParams, leadNode.defaults));
  });

  router.delete('/:lead', (request: Request<{ lead: string }>, response, next) => {
    if (!store.findLead(request.params.lead)) return next();
    const { lead } = calls.ofLead(request, request.params.lead, testPermissions);
    store.removeLead(lead);
    response.json({ success: true });
  });

  return router;
};
