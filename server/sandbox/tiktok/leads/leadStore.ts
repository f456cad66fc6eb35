import { dayNumberOf } from '../../support/days.ts';
import { integer } from '../../support/random.ts';
import type { LeadOrder, SandboxContext } from '../../Sandbox.ts';
import type { TikTokAdvertiser, TikTokData } from '../tiktokData.ts';
import { sampleAd, sampleAnswers, sampleQuestions, sampleTitle } from './leadSamples.ts';
import type { TikTokAd } from './leadSamples.ts';

/** TikTok: stores leads in three regions by the person's residence. A call sees only one region. */
export const regions = ['eu', 'rest', 'us'] as const;
export type Region = (typeof regions)[number];

export type TikTokForm = {
  readonly id: string;
  readonly advertiser: TikTokAdvertiser;
  readonly title: string;
  /** In webhook terms. */
  readonly questions: readonly string[];
  /** Unix seconds. */
  readonly createdAt: number;
};

export type TikTokLead = {
  readonly id: string;
  readonly form: TikTokForm;
  readonly region: Region;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Answers by question. */
  readonly answers: ReadonlyMap<string, string>;
  readonly ad: TikTokAd;
  readonly isTest: boolean;
};

export type LeadStore = ReturnType<typeof createLeadStore>;

const secondsPerDay = 86_400;
const formAgeDays = 60;
const firstFormNumber = 701;
const firstLeadNumber = 601;

/**
 * Lead forms and their leads: one form per advertiser, and three leads per two advertisers, one in each region. Times depend
 * on the seed and the calendar day.
 */
export const createLeadStore = (context: Pick<SandboxContext, 'seed' | 'clock'>, data: TikTokData) => {
  const { seed, clock } = context;
  const forms: TikTokForm[] = [];
  let leads: TikTokLead[] = [];
  let leadCount = 0;
  const idPrefix = `76${String(integer(0, 9999, seed, 'tiktok lead id')).padStart(4, '0')}`;

  /** Ids grow over time and are above the exact range of doubles. */
  const addLead = (
    form: TikTokForm,
    createdAt: number,
    fields: LeadOrder['fields'] = {},
    isTest = false,
  ): TikTokLead => {
    const number = leadCount;
    const given = Object.entries(fields).map(([name, value]) => [name, [value].flat().join(', ')] as const);
    leadCount += 1;
    const lead = {
      id: idPrefix + String(firstLeadNumber + number).padStart(13, '0'),
      form,
      // Regions take turns, so three consecutive leads are in three regions.
      region: regions[number % regions.length] ?? 'rest',
      createdAt,
      answers: new Map([...sampleAnswers(seed, number, form.questions), ...given]),
      ad: sampleAd(form.advertiser),
      isTest,
    };
    leads.push(lead);
    return lead;
  };

  const addForm = (advertiser: TikTokAdvertiser, title: string, createdAt: number): TikTokForm => {
    const form = {
      id: `${advertiser.id.slice(0, 10)}${String(firstFormNumber + forms.length).padStart(9, '0')}`,
      advertiser,
      title,
      questions: sampleQuestions(forms.length),
      createdAt,
    };
    forms.push(form);
    return form;
  };

  const midnight = (dayNumberOf(clock.today()) ?? 0) * secondsPerDay;
  for (const [index, advertiser] of data.advertisers.entries()) {
    const form = addForm(advertiser, sampleTitle(index), midnight - formAgeDays * secondsPerDay);
    // Of each two advertisers, the first has two leads, the second one.
    for (let copy = index % 2; copy < 2; copy += 1) {
      addLead(form, midnight - integer(3600, (formAgeDays - 1) * secondsPerDay, seed, 'tiktok lead', leadCount));
    }
  }

  const nowSeconds = (): number => Math.floor(clock.now() / 1000);

  return {
    formsOf: (advertiserId: string): TikTokForm[] => forms.filter(({ advertiser }) => advertiser.id === advertiserId),

    findForm: (id: string | undefined): TikTokForm | undefined =>
      id === undefined ? forms[0] : forms.find((form) => form.id === id),

    addForm: (advertiser: TikTokAdvertiser, title: string): TikTokForm => addForm(advertiser, title, nowSeconds()),

    /** Submits a lead now; undefined if the form is unknown. */
    submit({ formId, fields }: LeadOrder, isTest = false): TikTokLead | undefined {
      const form = this.findForm(formId);
      return form && addLead(form, nowSeconds(), fields, isTest);
    },

    /** The leads of a form in a region, newest first. */
    leadsOf: (formId: string, region: Region): TikTokLead[] =>
      leads.filter((lead) => lead.form.id === formId && lead.region === region).toReversed(),

    all: (): readonly TikTokLead[] => leads,

    findTestLead: (formId: string): TikTokLead | undefined =>
      leads.find((lead) => lead.isTest && lead.form.id === formId),

    removeTestLead(formId: string): void {
      leads = leads.filter((lead) => !(lead.isTest && lead.form.id === formId));
    },
  };
};
