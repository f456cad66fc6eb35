import { Router } from 'express';
import { sandboxCredentials } from '../../credentials.ts';
import { badParameter, missingPermission } from '../graph/GraphError.ts';
import { requestAddress, requireUserToken } from '../graph/graphRequest.ts';
import type { MetaApi } from '../MetaApi.ts';
import { application } from '../metaData.ts';
import { selectPage } from '../graph/paging.ts';
import { formNode, pageNode, describeForm, describePage } from './describe.ts';
import type { PageCalls } from './pageCalls.ts';

const formPermissions = ['pages_read_engagement', 'pages_manage_ads'];
const subscriptionPermissions = ['pages_manage_metadata'];

/** Routes for the person's Pages with forms and subscriptions, below a version. */
export const createPageRouter = ({ context, grants, leads: store, usage }: MetaApi, calls: PageCalls): Router => {
  const router = Router();

  router.get('/me/accounts', (request, response) => {
    const address = requestAddress(request, context.url);
    const token = requireUserToken(address.searchParams, grants);
    if (!token.grant.granted.has('pages_show_list')) throw missingPermission('pages_show_list');
    const shared = store.allPages.filter(({ id }) => token.grant.pageIds.has(id));
    response.json(
      selectPage(shared, address, pageNode, (page) => describePage(page, grants.pageToken(token, page.id))),
    );
  });

  router.get('/:page/leadgen_forms', (request, response) => {
    const { address, page } = calls.ofPage(request, request.params.page, formPermissions);
    usage.charge(response, page.id, 'leadgen');
    response.json(selectPage(store.formsOf(page), address, formNode, (form) => describeForm(form, store)));
  });

  const app = { id: sandboxCredentials.facebook.appId, name: application, category: 'Business' };
  router
    .route('/:page/subscribed_apps')
    .get((request, response) => {
      const { page } = calls.ofPage(request, request.params.page, subscriptionPermissions);
      response.json({ data: store.isSubscribed(page) ? [{ ...app, subscribed_fields: ['leadgen'] }] : [] });
    })
    .post((request, response) => {
      const { address, page } = calls.ofPage(request, request.params.page, subscriptionPermissions);
      const fields = (address.searchParams.get('subscribed_fields') ?? '').split(',');
      if (!fields.includes('leadgen')) throw badParameter('Param subscribed_fields must name leadgen in this sandbox');
      store.subscribe(page);
      response.json({ success: true });
    })
    .delete((request, response) => {
      const { page } = calls.ofPage(request, request.params.page, subscriptionPermissions);
      store.unsubscribe(page);
      response.json({ success: true });
    });

  return router;
};
