export const failed = 'Leads and campaigns could not be searched';
