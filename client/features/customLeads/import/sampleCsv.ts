import { downloadCsv } from '#client/lib/csv/downloadCsv.ts';
import { writeCsv } from '#client/lib/csv/writeCsv.ts';
import { customLeadColumns } from '#shared/customLeadColumns.ts';

/*
 * Values in column order, without commas: the import treats every comma as a separator. A spreadsheet program turns ids
 * of 12 digits or more, and phone numbers without spaces, into rounded numbers. The phone numbers are kept for fiction.
 */
const sampleRows = [
  '+49 171 3920001,Ada Example,ada@example.test,10000000001,Accepted,Lake View,20000000001,2025-11-05T06:03:00+0000,Lake View video,10000000011,Families,10000000021,Autumn leads,10000000031,Brochure request,FALSE,fb,Villa,Yes,Germany,450000,1762322580',
  '+44 7700 900123,Grace Example,grace@example.test,10000000002,Rejected,City Lofts,20000000002,2025-11-06T14:20:00+0000,City Lofts story,10000000012,Young buyers,10000000021,Autumn leads,10000000032,Viewing appointment,TRUE,ig,Apartment,No,United Kingdom,280000,1762438800',
  '+1 202 555 0143,Alan Example,alan@example.test,10000000001,Waiting,Lake View,20000000003,2025-11-07T09:45:00+0000,Lake View video,10000000011,Families,10000000021,Autumn leads,10000000031,Brochure request,FALSE,fb,Terraced house,Yes,United States,390000,1762508700',
];

/** An example import: the header and a few invented people. */
export const sampleCsv = `${writeCsv(
  [customLeadColumns.map(({ header }) => header), ...sampleRows.map((row) => row.split(','))],
  '\n',
)}\n`;

export const downloadSampleCsv = (): void => downloadCsv(sampleCsv, 'sample.csv');
