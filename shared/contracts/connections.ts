import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { connectedFlags, instant, messageResponse, platformId } from './fields.ts';
import { currentWorkspace } from './currentWorkspace.ts';

const connectedAccount = z.object({
  platform: platformId,
  externalId: z.string(),
  name: z.string(),
  connectedAt: instant,
});

const connectedAccountsData = z.object({
  ...connectedFlags,
  accounts: z.array(connectedAccount),
});
export type ConnectedAccounts = z.infer<typeof connectedAccountsData>;

/** The inner `data` repeats the outer keys, for clients that read either level. */
export const connectedAccounts = defineEndpoint({
  method: 'GET',
  path: '/user/connected_accounts',
  access: 'user',
  summary: 'Which platforms are connected, with which outside identity, and the workspace that they belong to',
  response: z.object({
    data: z.extend(connectedAccountsData, { data: connectedAccountsData }),
    workspace: currentWorkspace,
  }),
});

/** `off`: the install has no credentials. `reconnect`: the grant was lost; `reason` explains the loss. */
export const connectionStates = ['off', 'disconnected', 'connected', 'reconnect'] as const;

/** An asset of a connection: an ad account, or a Page or account with lead forms. */
export const assetKinds = ['ad_account', 'lead_page'] as const;
/** `unread`: not read yet. */
export const assetStates = ['ok', 'failing', 'unread'] as const;

const connectionAsset = z.object({
  kind: z.enum(assetKinds),
  id: z.string(),
  name: z.string(),
  state: z.enum(assetStates),
  reason: z.nullable(z.string()),
  /** A change at the platform that is not an error, such as a deleted lead form. */
  remark: z.nullable(z.string()),
  /** Last successful read. */
  lastReadAt: z.nullable(instant),
});
export type ConnectionAsset = z.infer<typeof connectionAsset>;

export const connection = z.object({
  platform: platformId,
  state: z.enum(connectionStates),
  reason: z.nullable(z.string()),
  /** Requested permissions that were not granted, in plain words. */
  missingScopes: z.array(z.string()),
  /** Google only: whether the grant allows creating a Google Sheet. */
  canExport: z.boolean(),
  connectedAt: z.nullable(instant),
  expiresAt: z.nullable(instant),
  lastGoodCallAt: z.nullable(instant),
  assets: z.array(connectionAsset),
});
export type Connection = z.infer<typeof connection>;

export const listConnections = defineEndpoint({
  method: 'GET',
  path: '/connections',
  access: 'user',
  summary: 'The state of each platform',
  response: z.object({ data: z.array(connection) }),
});

/** Called by the page that closes the popup. The page's session authorizes storing the grant. */
export const finishConnection = defineEndpoint({
  method: 'POST',
  path: '/connections/finish',
  access: 'owner',
  summary: 'Store the grant of a finished consent popup',
  body: z.object({ state: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: z.object({
    message: z.string(),
    data: z.object({ platform: platformId, missingScopes: z.array(z.string()) }),
  }),
});

export const disconnect = defineEndpoint({
  method: 'DELETE',
  path: '/connections/:platform',
  access: 'owner',
  summary: 'Revoke the grant at the platform and forget its tokens',
  params: z.object({ platform: platformId }),
  response: messageResponse,
});
