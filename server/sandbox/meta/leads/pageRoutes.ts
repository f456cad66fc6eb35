import { Router } from 'express';
import { SANDBOX_CREDENTIALS } from '../../credentials.ts';
import { badParameter, missingPermission } from '../graph/GraphError.ts';
import { requestAddress, requireUserToken } from '../graph/graphRequest.ts';
import type { MetaApi } from '../MetaApi.ts';
import { APPLICATION } from '../metaData.ts';
import { selectPage } from '../graph/paging.ts';
import { FORM_NODE, PAGE_NODE, describeForm, describePage } from './describe.ts';
import type { PageCalls } from './pageCalls.ts';

const FORM_PERMISSIONS = ['pages_read_engagement', 'pages_manage_ads'];
const SUBSCRIPTION_PERMISSIONS = ['pages_manage_metadata'];

/** The Pages of the person, their forms and their subscriptions, below a version. */
export const createPageRouter = ({ context, grants, leads: store, usage }: MetaApi, calls: PageCalls): Router => {
  const router = Router();

  router.get('/me/accounts', (req, res) => {
    const address = requestAddress(req, context.url);
    const token = requireUserToken(address.searchParams, grants);
    if (!token.grant.granted.has('pages_show_list')) throw missingPermission('pages_show_list');
    const shared = store.allPages.filter(({ id }) => token.grant.pageIds.has(id));
    res.json(selectPage(shared, address, PAGE_NODE, (page) => describePage(page, grants.pageToken(token, page.id))));
  });

  router.get('/:page/leadgen_forms', (req, res) => {
    const { address, page } = calls.ofPage(req, req.params.page, FORM_PERMISSIONS);
    usage.charge(res, page.id, 'leadgen');
    res.json(selectPage(store.formsOf(page), address, FORM_NODE, (form) => describeForm(form, store)));
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
};
