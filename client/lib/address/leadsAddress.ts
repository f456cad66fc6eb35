import type { LeadSortKey, WorkedLead } from '#shared/contracts/leadWork.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { addressOf } from './address.ts';
import { choice, day, listOf, listOfAny, listParams, ofMoment, ofPlace, openId, order, text } from './params.ts';

/** Order after the first click on a header: words from A, times from the latest, numbers from the largest. */
export const leadOrders: Readonly<Record<LeadSortKey, 'asc' | 'desc'>> = {
  arrival: 'desc',
  activity: 'desc',
  name: 'asc',
  status: 'asc',
  assignee: 'asc',
  source: 'asc',
  campaign: 'asc',
  value: 'desc',
};

/** The filters below More. */
export const leadValueFilters = {
  form: text(),
  campaign: text(),
  tag: text(),
  question: text(leadWorkLimits.question),
  answer: text(leadWorkLimits.question),
  since: day,
  until: day,
};

export const leadFilters = {
  search: listParams.search,
  status: listOfAny(),
  assignee: listOfAny(),
  list: listOf<WorkedLead['list']>([...leadPlatformIds, 'custom']),
  /** `true`: only leads of people with an earlier lead. */
  duplicates: listOf(['true']),
  response: listOf(['waiting', 'overdue']),
  ...leadValueFilters,
};

/** The lists of the platforms, and the one of all leads. */
export const leadsTabs = [...leadPlatformIds, 'all'] as const;

/** The query of Leads. The platform tabs use only the page and the search. */
export const leadsParams = {
  tab: ofPlace(choice(leadsTabs, leadPlatformIds[0])),
  ...leadFilters,
  sort: choice(Object.keys(leadOrders) as LeadSortKey[], 'arrival'),
  /** Null means the column's default order. */
  order,
  as: choice(['list', 'board'], 'list'),
  page: ofMoment(listParams.page),
  /** Keys of the shown columns. An empty list means the default columns. */
  columns: listOfAny(),
  /** The id of the opened lead. */
  lead: ofMoment(openId((id) => id !== '')),
  /** Whether the list of bulk actions and imports is open. */
  activity: ofMoment(choice(['open'], null)),
};

/** The address that opens a lead. */
export const leadPath = (id: string): string => addressOf(routes.leads.path, leadsParams, { tab: 'all', lead: id });

/** The address that opens the list of bulk actions and imports. */
export const activityPath = addressOf(routes.leads.path, leadsParams, { tab: 'all', activity: 'open' });
