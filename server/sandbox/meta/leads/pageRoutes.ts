import { Router } from 'express';
import type { SandboxContext } from '../../Sandbox.ts';
import { SANDBOX_CREDENTIALS } from '../../credentials.ts';
import { selectFields } from '../fields.ts';
import { badParameter, missingPermission } from '../GraphError.ts';
import { requestAddress, requireUserToken } from '../graphRequest.ts';
import type { MetaGrants } from '../grants.ts';
import { APPLICATION } from '../metaData.ts';
import { pageOf } from '../paging.ts';
import type { MetaUsage } from '../usage.ts';
import { FORM_DEFAULTS, PAGE_DEFAULTS, describeForm, describePage } from './describe.ts';
import type { LeadStore } from './leadStore.ts';
import type { PageCalls } from './pageCalls.ts';

const FORM_PERMISSIONS = ['pages_read_engagement', 'pages_manage_ads'];
const SUBSCRIPTION_PERMISSIONS = ['pages_manage_metadata'];

/** The Pages of the person, their forms and their subscriptions, below a version. */
export function createPageRouter(
  context: SandboxContext,
  grants: MetaGrants,
  store: LeadStore,
  calls: PageCalls,
  usage: MetaUsage,
): Router {
  const router = Router();

  router.get('/me/accounts', (req, res) => {
    const address = requestAddress(req, context.url);
    const token = requireUserToken(address.searchParams, grants);
    if (!token.grant.granted.has('pages_show_list')) throw missingPermission('pages_show_list');
    const page = pageOf(
      store.pages.filter(({ id }) => token.grant.pageIds.has(id)),
      address,
    );
    const fields = address.searchParams.get('fields') ?? undefined;
    res.json({
      ...page,
      data: page.data.map((each) =>
        selectFields(describePage(each, grants.pageToken(token, each.id)), 'Page', fields, PAGE_DEFAULTS),
      ),
    });
  });

  router.get('/:page/leadgen_forms', (req, res) => {
    const { address, page } = calls.ofPage(req, req.params.page, FORM_PERMISSIONS);
    usage.charge(res, page.id, 'leadgen');
    const fields = address.searchParams.get('fields') ?? undefined;
    const forms = pageOf(store.formsOf(page), address);
    res.json({
      ...forms,
      data: forms.data.map((form) => selectFields(describeForm(form, store), 'LeadgenForm', fields, FORM_DEFAULTS)),
    });
  });

  const app = { id: SANDBOX_CREDENTIALS.facebook.appId, name: APPLICATION, category: 'Business' };
  router
    .route('/:page/subscribed_apps')
    .get((req, res) => {
      const { page } = calls.ofPage(req, req.params.page, SUBSCRIPTION_PERMISSIONS);
      res.json({ data: store.isSubscribed(page) ? [{ ...app, subscribed_fields: ['leadgen'] }] : [] });
    })
    .post((req, res) => {
      const { address, page } = calls.ofPage(req, req.params.page, SUBSCRIPTION_PERMISSIONS);
      const fields = (address.searchParams.get('subscribed_fields') ?? '').split(',');
      if (!fields.includes('leadgen')) throw badParameter('Param subscribed_fields must name leadgen in this sandbox');
      store.subscribe(page);
      res.json({ success: true });
    })
    .delete((req, res) => {
      const { page } = calls.ofPage(req, req.params.page, SUBSCRIPTION_PERMISSIONS);
      store.unsubscribe(page);
      res.json({ success: true });
    });

  return router;
}
