import type { SandboxContext } from '../../Sandbox.ts';
import { dayNumberOf, daysBetween } from '../../support/days.ts';
import { integer, pick } from '../../support/random.ts';
import { deliveryOf } from '../metaData.ts';
import type { MetaAdAccount, MetaData } from '../metaData.ts';
import type { PlantedAccount } from '../plantedAccount.ts';
import type { LeadOrigin, LeadQuestion, MetaForm, MetaLead, MetaPage } from './leadTypes.ts';
import { brochureQuestions, carQuestions, sampleAnswers } from './sampleAnswers.ts';

export type DataContext = Pick<SandboxContext, 'seed' | 'scale' | 'clock'>;

export type LeadData = {
  readonly pages: readonly MetaPage[];
  readonly forms: readonly MetaForm[];
  /** Oldest first, with ids that grow over time. */
  readonly leads: readonly MetaLead[];
};

const formSamples: readonly { name: string; questions: readonly LeadQuestion[]; leads: number }[] = [
  { name: 'Test drive request', questions: carQuestions, leads: 38 },
  { name: 'Brochure by post', questions: brochureQuestions, leads: 22 },
];
const maxPages = 11;
/** Ad accounts per unit of scale. The first of them has ads every day and a Page. */
const accountsPerCopy = 3;

const secondsPerDay = 86_400;
const daysOfLeads = 60;

/** Eighteen digits, far above 2^53. A client that parses one as a number gets another lead's id. */
export const leadObjectId = (kind: string, seed: number, number: number): string => {
  const ofSeed = `${integer(0, 9999, seed, 'meta id')}`.padStart(4, '0');
  return kind + ofSeed + `${number + 1}`.padStart(10, '0');
};

export const leadId = (seed: number, number: number): string => leadObjectId('5000', seed, number);

const numberLeads = (seed: number, drafts: readonly Omit<MetaLead, 'id'>[], first: number): MetaLead[] =>
  drafts
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map((draft, index) => ({ ...draft, id: leadId(seed, first + index) }));

/** About every eighth lead is organic, without an ad. */
const originOf = (seed: number, account: MetaAdAccount, number: number): LeadOrigin | undefined => {
  if (account.ads.length === 0 || integer(0, 7, seed, 'meta lead organic', number) === 0) return undefined;
  return { ad: pick(account.ads, seed, 'meta lead ad', number), accountId: account.id };
};

/** A lead without an id. @param number determines the sample person */
export const draftLead = (seed: number, form: MetaForm, number: number, createdAt: number): Omit<MetaLead, 'id'> => ({
  form,
  createdAt,
  answers: sampleAnswers(seed, form.questions, number),
  origin: originOf(seed, form.page.account, number),
  platform: pick(['fb', 'ig'], seed, 'meta lead platform', number),
  isTest: false,
});

/**
 * Per unit of scale, one Page with two forms and 60 leads of the last 60 days. Above eleven units there are no more Pages:
 * the first Page gets the additional leads, so that one form has thousands of leads.
 * The times depend on the seed and the start day.
 */
export const createLeadData = ({ seed, scale, clock }: DataContext, { accounts }: MetaData): LeadData => {
  const today = (dayNumberOf(clock.today()) ?? 0) * secondsPerDay;
  const pages: MetaPage[] = accounts
    .filter((_account, index) => index % accountsPerCopy === 0)
    .slice(0, maxPages)
    .map((account, index) => ({ id: leadObjectId('7000', seed, index), name: `${account.name} Showroom`, account }));
  const forms: MetaForm[] = [];
  const drafts: Omit<MetaLead, 'id'>[] = [];
  for (const [pageNumber, page] of pages.entries()) {
    const share = pageNumber === 0 ? scale - pages.length + 1 : 1;
    for (const { name, questions, leads } of formSamples) {
      const form = {
        id: leadObjectId('6000', seed, forms.length),
        name,
        page,
        questions,
        createdAt: today - (daysOfLeads + 10) * secondsPerDay,
      };
      forms.push(form);
      for (let count = leads * share; count > 0; count -= 1) {
        const number = drafts.length;
        const age = integer(1, daysOfLeads * secondsPerDay, seed, 'meta lead age', number);
        drafts.push(draftLead(seed, form, number, today - age));
      }
    }
  }
  return { pages, forms, leads: numberLeads(seed, drafts, 0) };
};

/** A separate number range, so that all other leads keep their numbers. */
const firstPlanted = 1_000_000_000;

/** The Page of the account with events, with its form and leads. */
export const createPlantedLeads = (
  seed: number,
  account: PlantedAccount,
): { page: MetaPage; form: MetaForm; leads: readonly MetaLead[] } => {
  const { name, ads, lastDay } = account.silentForm;
  const page = { id: leadObjectId('7000', seed, firstPlanted), name: `${account.name} Showroom`, account };
  const form = {
    id: leadObjectId('6000', seed, firstPlanted),
    name,
    page,
    questions: brochureQuestions,
    createdAt: (lastDay - daysOfLeads - 10) * secondsPerDay,
  };
  const drafts: Omit<MetaLead, 'id'>[] = [];
  for (const day of daysBetween(lastDay - daysOfLeads, lastDay))
    for (const ad of ads)
      for (let left = deliveryOf(seed, ad, day)?.leads ?? 0; left > 0; left -= 1) {
        const number = firstPlanted + drafts.length;
        // The time is on the same day in Europe.
        const time = day * secondsPerDay + integer(7 * 3600, 20 * 3600, seed, 'meta lead time', number);
        drafts.push({ ...draftLead(seed, form, number, time), origin: { ad, accountId: account.id } });
      }
  return { page, form, leads: numberLeads(seed, drafts, firstPlanted) };
};
