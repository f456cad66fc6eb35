import { expect, it } from 'vitest';
import { csvFormatOf, csvFormats } from './csvFormat.ts';
import { campaignCsv } from './campaignCsv.ts';

const table: Parameters<typeof campaignCsv>[0] = {
  columns: ['Campaign', 'ID', 'Spend', 'CPC', 'CTR', 'Clicks'],
  kinds: ['text', 'id', 'money', 'money', 'number', 'number'],
  currencies: ['EUR', 'JPY', 'KWD', null],
  rows: [
    ['=Winter; 1,5', '120210000000000201', 1240.5, 0.623456789, 1.1764705882352942, 12.5],
    ['Summer', '1850000000000901', 1200, 12.3456789, null, 3],
    ['Autumn', '20785432101', 1.5, 0, 0, 0],
    ['Rest', null, -2, null, 5, 1],
  ],
};

it('writes money with the decimals of its currency, at most four, and ids that keep every digit', () => {
  expect(campaignCsv(table, csvFormats.comma.format).split('\r\n')).toEqual([
    'Campaign,ID,Spend,CPC,CTR,Clicks',
    `"'=Winter; 1,5","=""120210000000000201""",1240.50,0.6235,1.1765,12.5`,
    'Summer,"=""1850000000000901""",1200,12.3457,,3',
    'Autumn,20785432101,1.500,0.000,0,0',
    'Rest,,-2.00,,5,1',
  ]);
});

it('writes semicolons with decimal commas', () => {
  expect(campaignCsv(table, csvFormats.semicolon.format).split('\r\n')).toEqual([
    'Campaign;ID;Spend;CPC;CTR;Clicks',
    `"'=Winter; 1,5";"=""120210000000000201""";1240,50;0,6235;1,1765;12,5`,
    'Summer;"=""1850000000000901""";1200;12,3457;;3',
    'Autumn;20785432101;1,500;0,000;0;0',
    'Rest;;-2,00;;5;1',
  ]);
});

it('writes only digits as a constant', () => {
  const odd = { ...table, columns: ['ID'], kinds: ['id' as const], rows: [['123456789012"&A1'], ['=1+123456789012']] };
  expect(campaignCsv(odd, csvFormats.comma.format)).toBe(`ID\r\n"123456789012""&A1"\r\n'=1+123456789012`);
});

it.each([
  ['de-DE', 'semicolon'],
  ['fr-FR', 'semicolon'],
  ['pt-BR', 'semicolon'],
  ['en-US', 'comma'],
  ['en-GB', 'comma'],
  ['de-CH', 'comma'],
  ['ja-JP', 'comma'],
])('takes the format of %s by default', (language, format) => {
  expect(csvFormatOf(language)).toBe(format);
});
