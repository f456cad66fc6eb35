import { integer } from '../../support/random.ts';
import type { TikTokAdvertiser } from '../tiktokData.ts';

/** Names of a form's questions in webhooks and export columns. A custom question has the same name in both. */
const questionColumns = new Map([
  ['name', 'Name'],
  ['email', 'Email'],
  ['phone_number', 'Phone number'],
]);

const standardQuestions = [...questionColumns.keys()];
const ownQuestions = ['Which model?', 'How many people?'];
const titles = ['Autumn enquiry', 'Book a table'];

/** Invented people with invented addresses. Any three consecutive people include one with non-ASCII letters. */
const people = [
  { name: 'Zoë Müller', email: 'zoe.mueller@example.test' },
  { name: 'Ada Example', email: 'ada@example.test' },
  { name: 'Maria "Mia" Muster', email: 'maria@example.test' },
  { name: 'Søren Sample', email: 'soeren@example.test' },
  { name: 'Beispiel, Lin', email: 'lin@example.test' },
  { name: 'José Prueba', email: 'jose@example.test' },
] as const;
const ownAnswers = ['Coupe, "red"', 'No preference', 'Two,\nplus a child', '4'];

export const columnOf = (question: string): string => questionColumns.get(question) ?? question;

export const sampleTitle = (form: number): string => titles[form % titles.length] ?? '';

export const sampleQuestions = (form: number): string[] => [
  ...standardQuestions,
  ownQuestions[form % ownQuestions.length] ?? '',
];

/** Answers of the person with this number. */
export const sampleAnswers = (seed: number, person: number, questions: readonly string[]): Map<string, string> => {
  const { name, email } = people[(integer(0, 5, seed, 'tiktok person') + person) % people.length] ?? people[0];
  const phone = `+49151${String(integer(0, 99_999_999, seed, 'tiktok phone', person)).padStart(8, '0')}`;
  const standard = new Map<string, string>([
    ['name', name],
    ['email', email],
    ['phone_number', phone],
  ]);
  const own = ownAnswers[person % ownAnswers.length] ?? '';
  return new Map(questions.map((question) => [question, standard.get(question) ?? own]));
};

export type TikTokAd = {
  readonly adId: string;
  readonly adName: string;
  readonly adgroupId: string;
  readonly adgroupName: string;
  readonly campaignId: string;
  readonly campaignName: string;
};

/** The ad of the leads, in the advertiser's newest campaign. */
export const sampleAd = (advertiser: TikTokAdvertiser): TikTokAd => {
  const campaign = advertiser.campaigns[0];
  const base = campaign?.id.slice(0, -3) ?? '1850000000000';
  return {
    adId: `${base}903`,
    adName: 'Video 1',
    adgroupId: `${base}902`,
    adgroupName: 'Set A',
    campaignId: `${base}901`,
    campaignName: campaign?.name ?? '',
  };
};
