import type { LeadSortKey, WorkedLead } from '#shared/contracts/leadWork.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { addressOf } from './address.ts';
import { choice, day, listOf, listOfAny, listParams, ofMoment, ofPlace, openId, order, text } from './params.ts';

/** The first click on a header sorts words from A, and times and numbers from the latest and largest. */
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
  /** `true`: only leads of a person of whom an earlier lead is known. */
  duplicates: listOf(['true']),
  response: listOf(['waiting', 'overdue']),
  ...leadValueFilters,
};

/** The query of Leads. The tabs of the platforms have a page and a search only. */
export const leadsParams = {
  tab: ofPlace(choice([...leadPlatformIds, 'all'], leadPlatformIds[0])),
  ...leadFilters,
  sort: choice(Object.keys(leadOrders) as LeadSortKey[], 'arrival'),
  /** Null: the first order of the column. */
  order,
  as: choice(['list', 'board'], 'list'),
  page: ofMoment(listParams.page),
  /** Keys of the shown columns. Empty: the default ones. */
  columns: listOfAny(),
  /** The id of the opened lead. */
  lead: ofMoment(openId((id) => id !== '')),
  /** Whether the list of bulk actions and imports is open. */
  activity: ofMoment(choice(['open'], null)),
};

/** Opens the list of bulk actions and imports. */
export const activityPath = addressOf(routes.leads.path, leadsParams, { tab: 'all', activity: 'open' });
