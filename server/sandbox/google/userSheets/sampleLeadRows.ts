import { dateOfDay, dayNumberOf } from '../../support/days.ts';
import { integer, pick } from '../../support/random.ts';

const header = [
  'Number',
  'Name',
  'Email Address',
  'ad_id',
  'Status',
  'Project',
  'id',
  'created_time',
  'ad_name',
  'adset_id',
  'adset_name',
  'campaign_id',
  'campaign_name',
  'form_id',
  'form_name',
  'is_organic',
  'platform',
  'Unit Type',
  'Would you like to be contacted by a sales advisor?',
  'country',
  'Starting price',
  'UNIX',
] as const;

const firstNames = ['Ada', 'Ben', 'Cleo', 'Dan', 'Edda', 'Finn', 'Gia', 'Hugo', 'Ines', 'Jon'] as const;
const countries = ['Portugal', 'Spain', 'Germany', 'Ireland'] as const;
const unitTypes = ['Studio', 'Two bedrooms', 'Three bedrooms, sea view'] as const;

/** A header of 22 columns and obviously invented leads. Some cells contain commas and quotes, as in real sheets. */
export const sampleLeadRows = (seed: number, count: number, today: string): string[][] => {
  const lastDay = dayNumberOf(today) ?? 0;
  const leads = Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const name = `${pick(firstNames, seed, 'sheet-name', index)} Example ${number}`;
    const day = dateOfDay(lastDay - integer(0, 20, seed, 'sheet-day', index));
    const time = `${day}T${String(integer(8, 19, seed, 'sheet-hour', index)).padStart(2, '0')}:15:00Z`;
    const idOf = (kind: string): string => `12020${integer(1_000_000_000, 4_000_000_000, seed, kind, index % 3)}`;
    return [
      String(number),
      name,
      `${name.toLowerCase().replaceAll(' ', '.')}@example.test`,
      idOf('ad'),
      pick(['Accepted', 'Rejected', 'Waiting'], seed, 'sheet-status', index),
      'Harbour View',
      `9${integer(100_000_000, 4_000_000_000, seed, 'sheet-lead', index)}${number}`,
      time,
      'Sea view "Autumn"',
      idOf('adset'),
      'Lookalike, 1%',
      idOf('campaign'),
      'Harbour View leads',
      idOf('form'),
      'Harbour View form',
      pick(['TRUE', 'FALSE'], seed, 'sheet-organic', index),
      pick(['fb', 'ig'], seed, 'sheet-platform', index),
      pick(unitTypes, seed, 'sheet-unit', index),
      pick(['Yes', 'No'], seed, 'sheet-advisor', index),
      pick(countries, seed, 'sheet-country', index),
      String(integer(120, 480, seed, 'sheet-price', index) * 1000),
      String(Date.parse(time) / 1000),
    ];
  });
  return [[...header], ...leads];
};
