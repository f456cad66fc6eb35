/**
 * Columns of a custom lead, in the order of the CSV file, the shared sheet and the table. `header` is the title in
 * files, `title` the one in the table. They differ on purpose.
 */
export const customLeadColumns = [
  { key: 'Number', header: 'Number', title: 'Number' },
  { key: 'Name', header: 'Name', title: 'Name' },
  { key: 'EmailAddress', header: 'Email Address', title: 'EmailAddress' },
  { key: 'ad_id', header: 'ad_id', title: 'ad_id' },
  { key: 'Status', header: 'Status', title: 'Status' },
  { key: 'Project', header: 'Project', title: 'Project' },
  { key: 'id', header: 'id', title: 'id' },
  { key: 'created_time', header: 'created_time', title: 'created_time' },
  { key: 'ad_name', header: 'ad_name', title: 'Ad Name' },
  { key: 'adset_id', header: 'adset_id', title: 'Ad Set Id' },
  { key: 'adset_name', header: 'adset_name', title: 'Ad Set Name' },
  { key: 'campaign_id', header: 'campaign_id', title: 'Campaign Id' },
  { key: 'campaign_name', header: 'campaign_name', title: 'Campaign Name' },
  { key: 'form_id', header: 'form_id', title: 'Form Id' },
  { key: 'form_name', header: 'form_name', title: 'Form Name' },
  { key: 'is_organic', header: 'is_organic', title: 'Is Organic' },
  { key: 'platform', header: 'platform', title: 'Platform' },
  { key: 'UnitType', header: 'Unit Type', title: 'Unit Type' },
  {
    key: 'salesAdvisorContact',
    header: 'Would you like to be contacted by a sales advisor?',
    title: 'Sales Advisor Contact',
  },
  { key: 'country', header: 'country', title: 'Country' },
  { key: 'StartingPrice', header: 'Starting price', title: 'Starting Price' },
  { key: 'UNIX', header: 'UNIX', title: 'UNIX' },
] as const;

export type CustomLeadKey = (typeof customLeadColumns)[number]['key'];

/** A lead in a file or sheet: text in every column, empty for missing values. */
export type CustomLeadValues = Record<CustomLeadKey, string>;

export const customLeadKeys: readonly CustomLeadKey[] = customLeadColumns.map(({ key }) => key);

/** Columns that a person can edit: all except the id, which imports use to match leads. */
export const editableKeys = customLeadKeys.filter((key) => key !== 'id');
export type EditableValues = Partial<Record<CustomLeadKey, string>>;
