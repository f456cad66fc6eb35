import type { SandboxContext } from '../Sandbox.ts';
import type { MetaGrants } from './oauth/grants.ts';
import type { LeadStore } from './leads/leadStore.ts';
import type { FullMetaData } from './plantedAccount.ts';
import type { MetaUsage } from './graph/usage.ts';

/** State that all Graph routers share. */
export type MetaApi = {
  readonly context: SandboxContext;
  readonly data: FullMetaData;
  readonly grants: MetaGrants;
  readonly usage: MetaUsage;
  readonly leads: LeadStore;
};
