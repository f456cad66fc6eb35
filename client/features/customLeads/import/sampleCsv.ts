import { downloadCsv } from '#client/lib/csv/downloadCsv.ts';
import { writeCsv } from '#client/lib/csv/writeCsv.ts';
import { customLeadColumns } from '#shared/customLeadColumns.ts';

/* Values in column order, without commas: the import treats every comma as a separator. */
const sampleRows = [
  '1,Ada Example,ada@example.test,1000000000000001,Accepted,Lake View,2000000000000001,2025-11-05T06:03:00+0000,Lake View video,1000000000000011,Families,1000000000000021,Autumn leads,1000000000000031,Brochure request,FALSE,fb,Villa,Yes,Germany,450000,1762322580',
  '2,Grace Example,grace@example.test,1000000000000002,Rejected,City Lofts,2000000000000002,2025-11-06T14:20:00+0000,City Lofts story,1000000000000012,Young buyers,1000000000000021,Autumn leads,1000000000000032,Viewing appointment,TRUE,ig,Apartment,No,Austria,280000,1762438800',
  '3,Alan Example,alan@example.test,1000000000000001,Waiting,Lake View,2000000000000003,2025-11-07T09:45:00+0000,Lake View video,1000000000000011,Families,1000000000000021,Autumn leads,1000000000000031,Brochure request,FALSE,fb,Terraced house,Yes,Switzerland,390000,1762508700',
];

/** An example import: the header and a few invented people. */
export const sampleCsv = `${writeCsv(
  [customLeadColumns.map(({ header }) => header), ...sampleRows.map((row) => row.split(','))],
  '\n',
)}\n`;

export const downloadSampleCsv = (): void => downloadCsv(sampleCsv, 'sample.csv');
