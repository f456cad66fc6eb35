import type { Request } from 'express';
import { GraphError, missingPermission, unknownObject } from '../graph/GraphError.ts';
import { requestAddress, requireToken } from '../graph/graphRequest.ts';
import type { MetaGrant } from '../oauth/grants.ts';
import type { MetaApi } from '../MetaApi.ts';
import type { MetaForm, MetaLead, MetaPage } from './leadTypes.ts';

/** A call on a Page or its objects, with its permissions. */
export type PageCall = { address: URL; grant: MetaGrant; page: MetaPage };

/** Meta: code 190 although the token is valid, because it is not a Page's token. */
const noPageToken = (): GraphError =>
  new GraphError(190, '(#190) This method must be called with a Page Access Token', { challenge: 'invalid_token' });

/** Reads calls that require a Page's token. */
export const createPageCalls = ({ context, grants, leads: store }: MetaApi) => {
  /** @param node id from the path, for the error about an unknown object */
  const open = (
    request: Request,
    node: string,
    page: MetaPage | undefined,
    permissions: readonly string[],
  ): PageCall => {
    const address = requestAddress(request, context.url);
    const token = requireToken(address.searchParams, grants);
    if (token?.pageId === undefined) throw noPageToken();
    if (page === undefined || token.pageId !== page.id) throw unknownObject(node);
    const missing = permissions.find((permission) => !token.grant.granted.has(permission));
    if (missing !== undefined) throw missingPermission(missing);
    return { address, grant: token.grant, page };
  };

  return {
    ofPage: (request: Request, node: string, permissions: readonly string[]): PageCall =>
      open(request, node, store.findPage(node), permissions),

    ofForm(request: Request, node: string, permissions: readonly string[]): PageCall & { form: MetaForm } {
      const form = store.findForm(node);
      const call = open(request, node, form?.page, permissions);
      if (!form || store.isDeleted(form)) throw unknownObject(node);
      return { ...call, form };
    },

    ofLead(request: Request, node: string, permissions: readonly string[]): PageCall & { lead: MetaLead } {
      const lead = store.findLead(node);
      const call = open(request, node, lead?.form.page, permissions);
      if (!lead) throw unknownObject(node);
      return { ...call, lead };
    },
  };
};

export type PageCalls = ReturnType<typeof createPageCalls>;
