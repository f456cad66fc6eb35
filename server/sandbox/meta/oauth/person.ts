import { Router } from 'express';
import type { Request } from 'express';
import { selectFields } from '../graph/fields.ts';
import { badParameter } from '../graph/GraphError.ts';
import { requestAddress, requireUserToken } from '../graph/graphRequest.ts';
import type { MetaGrant } from './grants.ts';
import type { MetaApi } from '../MetaApi.ts';
import { metaPerson } from '../metaData.ts';

/** Routes for `/me` and the permissions of a token's person, below a version. */
export const createPersonRouter = ({ context, grants }: MetaApi): Router => {
  const router = Router();
  const grantOf = (request: Request): MetaGrant =>
    requireUserToken(requestAddress(request, context.url).searchParams, grants).grant;

  router.get('/me', (request, response) => {
    const parameters = requestAddress(request, context.url).searchParams;
    const { grant } = requireUserToken(parameters, grants);
    const person = { ...metaPerson, email: grant.granted.has('email') ? metaPerson.email : undefined };
    response.json(selectFields(person, 'User', parameters, ['id', 'name']));
  });

  router.get('/me/permissions', (request, response) => {
    const grant = grantOf(request);
    response.json({
      data: [
        ...[...grant.granted].map((permission) => ({ permission, status: 'granted' })),
        ...[...grant.declined].map((permission) => ({ permission, status: 'declined' })),
      ],
    });
  });

  router.delete('/me/permissions', (request, response) => {
    const grant = grantOf(request);
    grant.removed = true;
    response.json({ success: true });
  });

  router.delete('/me/permissions/:permission', (request, response) => {
    const grant = grantOf(request);
    const { permission } = request.params;
    if (!grant.granted.delete(permission)) throw badParameter(`The permission ${permission} was not granted`);
    grant.declined.add(permission);
    response.json({ success: true });
  });

  return router;
};
