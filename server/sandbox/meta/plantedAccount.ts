import type { SandboxContext } from '../Sandbox.ts';
import { integer } from '../support/random.ts';
import { startDayOf } from '../support/events.ts';
import type { DayRates, PlantedEvent } from '../support/events.ts';
import { adObjectId, createMetaData, digits } from './metaData.ts';
import type { MetaAd, MetaAdAccount, MetaData } from './metaData.ts';

const place = { currency: 'EUR', timeZone: 'Europe/Berlin', timeZoneId: 53 } as const;

type AdSample = { name: string; events?: readonly PlantedEvent[] };
type CampaignSample = { name: string; adSet: string; rates: DayRates; ads: readonly AdSample[] };

/** Days before the start without leads in the form, while the platform still reports leads. */
const silentDays = 3;

/** The rates decline for 24 days and stay low. */
const wear: PlantedEvent = { since: -30, fadeDays: 24, factors: { ctr: 0.5, cvr: 0.55 } };

const formCampaign: CampaignSample = {
  name: 'Solar roof enquiries',
  adSet: 'Homeowners 35-65',
  rates: { spend: 45, cpm: 9, ctr: 0.013, cvr: 0.055 },
  ads: [{ name: 'Roof check video' }, { name: 'Photo with form' }],
};

const plantedCampaigns: readonly CampaignSample[] = [
  formCampaign,
  {
    name: 'Heat pump offer',
    adSet: 'Lookalike 1 %',
    rates: { spend: 140, cpm: 9, ctr: 0.014, cvr: 0.055 },
    ads: [{ name: 'Carousel | Old heating', events: [wear] }, { name: 'Short clip | Winter' }],
  },
  {
    name: 'Wallbox consultation',
    adSet: 'Visitors of 30 days',
    rates: { spend: 60, cpm: 10, ctr: 0.012, cvr: 0.05 },
    ads: [{ name: 'Carousel | Garage' }, { name: 'Story | At home' }],
  },
];

export type PlantedAccount = MetaAdAccount & {
  /** A form that receives all reported leads of its ads until `lastDay`, and none later. */
  readonly silentForm: { readonly name: string; readonly ads: readonly MetaAd[]; readonly lastDay: number };
};

export type FullMetaData = MetaData & {
  /** Only grants with events include this account. */
  readonly planted: PlantedAccount;
  readonly all: readonly MetaAdAccount[];
};

const createPlantedAccount = (seed: number, index: number, startDay: number): PlantedAccount => {
  const name = 'Sandbox Solar with events';
  const idOf = (kind: number, number: number): string => adObjectId(seed, index, kind, number + 1);
  const campaigns = plantedCampaigns.map(({ name: campaignName, adSet, rates, ads }, number): MetaAd[] =>
    ads.map(({ name: adName, events = [] }, position) => ({
      id: idOf(4, 10 * number + position),
      name: adName,
      adSet: { id: idOf(3, number), name: adSet },
      campaign: { id: idOf(2, number), name: campaignName },
      publisherPlatform: 'facebook',
      restDay: undefined,
      status: 'ACTIVE',
      endDay: undefined,
      planted: { startDay, rates, events },
    })),
  );
  return {
    id: `9001${digits(seed, index)}`,
    name,
    ...place,
    amountSpent: integer(100_000, 900_000, seed, 'meta spent', index),
    business: { id: `3300000${digits(seed, index)}`, name: `${name} Group` },
    ads: campaigns.flatMap(([first]) => first ?? []),
    allAds: campaigns.flat(),
    silentForm: {
      name: 'Solar roof request',
      ads: campaigns[plantedCampaigns.indexOf(formCampaign)] ?? [],
      lastDay: startDay - silentDays - 1,
    },
  };
};

/** The ad accounts of every grant, and the account of grants with events. */
export const createFullMetaData = ({
  seed,
  scale,
  clock,
}: Pick<SandboxContext, 'seed' | 'scale' | 'clock'>): FullMetaData => {
  const { accounts } = createMetaData(seed, scale);
  const planted = createPlantedAccount(seed, accounts.length, startDayOf(clock, place.timeZone));
  return { accounts, planted, all: [...accounts, planted] };
};
