import { findingKinds } from '#shared/findings.ts';
import { platformIds } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { addressOf } from './address.ts';
import { accounts, choice, listOf, openId, pageNumber } from './params.ts';

/** States with a list on the screen. */
export const shownStates = ['open', 'ended'] as const;

export const findingFilters = { kind: listOf(findingKinds), platform: listOf(platformIds), account: accounts };

/** The query of AI Insights. */
export const findingsParams = {
  state: choice(shownStates, 'open'),
  ...findingFilters,
  page: pageNumber,
  /** The id of the opened finding. */
  finding: openId((id) => /^[\w-]{1,64}$/.test(id)),
};

/** The address that opens a finding. */
export const findingPath = (id: string): string => addressOf(routes.aiInsights.path, findingsParams, { finding: id });
