import { zipSync } from 'fflate';
import { csvLine } from '../../support/csv.ts';
import { utcTime } from '../times.ts';
import { columnOf } from './leadSamples.ts';
import type { Region, TikTokForm, TikTokLead } from './leadStore.ts';

/** TikTok: the first columns of every export. */
const metaColumns = [
  'lead id',
  'created_time',
  'ad_id',
  'ad_name',
  'adgroup_id',
  'adgroup_name',
  'campaign_id',
  'campaign_name',
  'form_id',
  'form_name',
];

export type ExportFile = { name: string; type: 'csv' | 'zip'; bytes: Buffer };

/** TikTok: formats long ids so that spreadsheets do not parse them as numbers. */
const guard = (id: string): string => `="${id}"`;

/** TikTok: a file without leads has no header. Times have two formats; the European region has the longer one. */
const writeCsv = (form: TikTokForm, region: Region, leads: readonly TikTokLead[]): string => {
  if (leads.length === 0) return '';
  const questions = [...new Set([...form.questions, ...leads.flatMap(({ answers }) => [...answers.keys()])])];
  const rows = leads.map(({ id, createdAt, ad, answers }) => [
    guard(id),
    `${utcTime(createdAt)}${region === 'eu' ? '(UTC+00:00)' : ''}`,
    guard(ad.adId),
    ad.adName,
    guard(ad.adgroupId),
    ad.adgroupName,
    guard(ad.campaignId),
    ad.campaignName,
    guard(form.id),
    form.title,
    ...questions.map((question) => answers.get(question) ?? ''),
  ]);
  const lines = [[...metaColumns, ...questions.map(columnOf)], ...rows].map(csvLine);
  return `\uFEFF${lines.join('\r\n')}\r\n`;
};

/** Creates an export file: CSV, or a zip of it above a size limit. */
export const createExportFile = (
  form: TikTokForm,
  region: Region,
  leads: readonly TikTokLead[],
  zipAboveBytes: number,
): ExportFile => {
  const name = `leads_${form.id}`;
  const csv = Buffer.from(writeCsv(form, region, leads));
  if (csv.length <= zipAboveBytes) return { name: `${name}.csv`, type: 'csv', bytes: csv };
  return { name: `${name}.zip`, type: 'zip', bytes: Buffer.from(zipSync({ [`${name}.csv`]: csv })) };
};
