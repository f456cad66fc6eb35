import type { SandboxContext } from '../../Sandbox.ts';
import { startDayOf } from '../../support/events.ts';
import type { Grant } from '../oauth/grantStore.ts';
import { integer, pick } from '../../support/random.ts';

export type AdsAccount = {
  /** Ten digits. */
  id: string;
  descriptiveName: string;
  currencyCode: string;
  timeZone: string;
  manager: boolean;
  hidden: boolean;
  status: 'ENABLED' | 'CANCELED';
  /** Accounts directly below a manager. */
  clients: readonly AdsAccount[];
  /** The sample data set of its ads. Managers and silent accounts have none. */
  sample?: 'first' | 'second' | 'planted';
  /** For the sample with events: the start day of the sandbox in the account's time zone. */
  startDay?: number;
};

export type AccountTree = {
  /** Every account that the sample person can access without a manager. */
  direct: readonly AdsAccount[];
  /** Accessible directly, but only to grants with events. */
  planted: AdsAccount;
  byId: ReadonlyMap<string, AdsAccount>;
};

const firstNames = ['Harbour Bikes', 'Harbour Gardens', 'Harbour Kitchens', 'Harbour Sailing'] as const;
const secondNames = ['Northwind Dental', 'Northwind Fitness', 'Northwind Homes', 'Northwind Solar'] as const;

const numbered = (name: string, copy: number): string => (copy === 0 ? name : `${name} ${copy + 1}`);

/**
 * An account with direct access (also through the manager), a manager with clients and a submanager, and a canceled
 * account. At scale 1 exactly two accounts are usable; scale N has N copies of both. Grants with events have access to one
 * more.
 */
export const createAccountTree = ({
  seed,
  scale,
  clock,
}: Pick<SandboxContext, 'seed' | 'scale' | 'clock'>): AccountTree => {
  const account = (key: string, rest: Partial<AdsAccount> & { descriptiveName: string }): AdsAccount => ({
    id: String(integer(1_000_000_000, 9_999_999_999, seed, 'google-account', key)),
    currencyCode: 'EUR',
    timeZone: 'Europe/Lisbon',
    manager: false,
    hidden: false,
    status: 'ENABLED',
    clients: [],
    ...rest,
  });
  const copies = Array.from({ length: scale }, (_, index) => index);

  const firstName = pick(firstNames, seed, 'first-customer');
  const secondName = pick(secondNames, seed, 'second-customer');
  const firsts = copies.map((copy) =>
    account(`first-${copy}`, { descriptiveName: numbered(firstName, copy), sample: 'first' }),
  );
  const seconds = copies.map((copy) =>
    account(`second-${copy}`, {
      descriptiveName: numbered(secondName, copy),
      currencyCode: 'USD',
      timeZone: 'America/New_York',
      sample: 'second',
    }),
  );
  const subManager = account('sub-manager', {
    descriptiveName: 'Northwind Group (MCC)',
    manager: true,
    clients: seconds,
  });
  const manager = account('manager', {
    descriptiveName: 'Harbour Agency (MCC)',
    manager: true,
    clients: [
      ...firsts,
      subManager,
      account('hidden', { descriptiveName: 'Harbour Archive', hidden: true }),
      account('cancelled-client', { descriptiveName: 'Harbour Fair 2024', status: 'CANCELED' }),
    ],
  });
  const cancelled = account('cancelled', { descriptiveName: 'Old Harbour Shop', status: 'CANCELED' });

  const timeZone = 'Europe/Lisbon';
  const planted = account('planted', {
    descriptiveName: 'Sandbox Clinic with events',
    timeZone,
    sample: 'planted',
    startDay: startDayOf(clock, timeZone),
  });

  const byId = new Map<string, AdsAccount>();
  const add = (each: AdsAccount): void => {
    byId.set(each.id, each);
    each.clients.forEach(add);
  };
  const direct = [...firsts, manager, cancelled];
  [...direct, planted].forEach(add);
  return { direct, planted, byId };
};

/** Every account that a grant can access without a manager. */
export const directAccounts = ({ direct, planted }: AccountTree, { hasEvents }: Grant): readonly AdsAccount[] =>
  hasEvents ? [...direct, planted] : direct;

/** An account and its descendants, with their depth. */
export const descendants = (account: AdsAccount, level = 0): { account: AdsAccount; level: number }[] => [
  { account, level },
  ...account.clients.flatMap((client) => descendants(client, level + 1)),
];
