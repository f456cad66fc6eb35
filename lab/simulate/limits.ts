import { simulateInstall } from './simulateInstall.ts';
import type { Install } from './simulateInstall.ts';
import type { Assumptions, Figures } from './readInput.ts';

/** A scaling step of a part: the required setup and the load that it supports. */
type Step = { what: string; limit: number };
/** A part that more processes do not scale. The first step is the setup of `docker-compose.yml` and new accounts. */
type LimitedPart = { name: string; need: (install: Install) => number; steps: readonly [Step, ...Step[]] };

/** The share of TikTok's rate limit that Leadlight uses. */
const shareOfTikTok = 0.8;
/** A socket uses four nginx connections. */
const connectionsOfSocket = 4;
const connectionsOfNginx = 2 * 16_384;
const noLimit = Number.POSITIVE_INFINITY;

export const partsOf = (assumed: Assumptions, figures: Figures): readonly LimitedPart[] => {
  const cores = figures('costs', 'costs.cores');
  const allCores = ({ need }: Install): number => Object.values(need.busyCores).reduce((sum, each) => sum + each, 0);
  return [
    {
      name: 'Google Ads, operations a day',
      need: ({ work }) => work.platformCallsPerDay.google,
      steps: [
        { what: 'Explorer', limit: 2_880 },
        { what: 'Basic', limit: 15_000 },
        { what: 'Standard', limit: noLimit },
      ],
    },
    {
      name: 'TikTok, calls a second of the busiest kind',
      need: ({ work }) => work.busiestTikTokCalls,
      steps: [
        { what: 'Basic', limit: 10 * shareOfTikTok },
        { what: 'Advanced', limit: 20 * shareOfTikTok },
        { what: 'Premium', limit: 30 * shareOfTikTok },
        { what: 'Ultimate', limit: 50 * shareOfTikTok },
        { what: 'more than TikTok’s highest level: an agreement, or fewer reads', limit: noLimit },
      ],
    },
    {
      name: 'Google Sheets, writes a minute',
      need: ({ work }) => work.writesPerMinute,
      steps: [
        { what: 'the quota of a new project', limit: 300 },
        { what: 'more quota, by request in the Cloud console', limit: noLimit },
      ],
    },
    {
      name: `the machine with ${cores} cores`,
      need: allCores,
      steps: [
        { what: 'everything on it', limit: cores * assumed.utilization },
        { what: 'PostgreSQL on a machine of its own, and the processes on others', limit: noLimit },
      ],
    },
    {
      name: 'sockets of one nginx',
      need: ({ work }) => work.sockets,
      steps: [
        { what: '`worker_connections` as shipped', limit: connectionsOfNginx / connectionsOfSocket },
        {
          what: '`worker_connections` and `worker_rlimit_nofile` three times as high',
          limit: (3 * connectionsOfNginx) / connectionsOfSocket,
        },
        { what: 'several nginx', limit: noLimit },
      ],
    },
    {
      name: 'connections to PostgreSQL',
      need: ({ need }) => need.connections,
      steps: [
        { what: '`max_connections=200`, as shipped', limit: 200 },
        { what: '`max_connections=500`', limit: 500 },
        { what: 'a pooler', limit: noLimit },
      ],
    },
    {
      name: 'notifications a second',
      need: ({ work }) => work.notifications,
      steps: [
        { what: 'LISTEN/NOTIFY', limit: assumed.notificationsPerSecond },
        { what: 'events beside PostgreSQL', limit: noLimit },
      ],
    },
    {
      name: 'jobs stored a second',
      need: ({ work }) => work.jobs,
      steps: [
        { what: 'one queue', limit: figures('queue', 'queue.stored') },
        { what: 'several installations', limit: noLimit },
      ],
    },
    {
      name: `cores of one PostgreSQL server with ${assumed.serverCores}`,
      need: ({ need }) => need.busyCores.postgres,
      steps: [
        { what: 'one server', limit: assumed.serverCores * assumed.utilization },
        { what: 'several servers', limit: noLimit },
      ],
    },
    {
      name: `disk of one PostgreSQL server with ${assumed.serverDiskGb.toLocaleString('en-US')} GB`,
      need: ({ need }) => need.databaseDiskGb,
      steps: [
        { what: 'one server', limit: assumed.serverDiskGb },
        { what: 'several servers', limit: noLimit },
      ],
    },
  ];
};

const mostPeople = 1e10;

/** The number of people at which a part outgrows a step. A binary search works, because needs only grow with people. */
export const reachOf = (part: LimitedPart, step: Step, assumed: Assumptions, figures: Figures): number => {
  if (step.limit === noLimit) return noLimit;
  let [low, high] = [1, mostPeople];
  while (high - low > low / 1_000) {
    const middle = Math.sqrt(low * high);
    if (part.need(simulateInstall(middle, assumed, figures)) > step.limit) high = middle;
    else low = middle;
  }
  return low;
};

type GivingWay = { name: string; at: number; from: string; to: string };

/** The parts that an installation for `before` people outgrows before it serves `people`, in that order. */
export const listGivingWay = (before: number, people: number, assumed: Assumptions, figures: Figures): GivingWay[] =>
  partsOf(assumed, figures)
    .flatMap((part) => {
      const reaches = part.steps.map((step) => ({ step, at: reachOf(part, step, assumed, figures) }));
      const now = reaches.find(({ at }) => at >= before);
      const then = reaches.find(({ at }) => at >= people);
      if (!now || !then || now === then) return [];
      return [{ name: part.name, at: now.at, from: now.step.what, to: then.step.what }];
    })
    .toSorted((one, other) => one.at - other.at);
