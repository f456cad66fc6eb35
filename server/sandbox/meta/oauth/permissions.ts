/** Permissions that an app can request, with their descriptions on the consent page. */
export const metaPermissions: Readonly<Record<string, string>> = {
  email: 'Your e-mail address',
  ads_read: 'Read your ad accounts and their insights',
  ads_management: 'Manage your ads',
  business_management: 'Manage your business',
  pages_show_list: 'Show a list of the Pages you manage',
  pages_read_engagement: 'Read content posted on your Pages',
  pages_manage_ads: 'Manage the ads and lead forms of your Pages',
  pages_manage_metadata: 'Manage the settings and webhooks of your Pages',
  leads_retrieval: 'Read the leads of your forms',
};

/** Granted with every sign-in. The dialog does not show it, so nobody can untick it. */
export const publicProfile = 'public_profile';

/** The names in a `scope` parameter. Meta: separated by commas or spaces. */
export const parseScope = (scope: string): string[] => {
  const names = scope.split(/[\s,]+/).filter((name) => name !== '' && name !== publicProfile);
  return [...new Set(names)];
};
