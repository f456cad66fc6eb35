export const adwordsScope = 'https://www.googleapis.com/auth/adwords';

/** With any of these, an app can use the spreadsheets that it created. */
export const spreadsheetScopes: readonly string[] = [
  'https://www.googleapis.com/auth/drive.file',
  'https://www.googleapis.com/auth/spreadsheets',
  'https://www.googleapis.com/auth/drive',
];

/** Sign-in scopes by every spelling. They are granted together, without a checkbox, and returned by their long names. */
const signInScopes: Readonly<Record<string, string>> = {
  openid: 'openid',
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
  'https://www.googleapis.com/auth/userinfo.email': 'https://www.googleapis.com/auth/userinfo.email',
  'https://www.googleapis.com/auth/userinfo.profile': 'https://www.googleapis.com/auth/userinfo.profile',
};

const scopeLabels: Readonly<Record<string, string>> = {
  [adwordsScope]: 'See, edit, create, and delete your Google Ads accounts and data',
  'https://www.googleapis.com/auth/drive.file':
    'See, edit, create, and delete only the specific Google Drive files you use with this app',
  'https://www.googleapis.com/auth/spreadsheets': 'See, edit, create, and delete all your Google Sheets spreadsheets',
  'https://www.googleapis.com/auth/spreadsheets.readonly': 'See all your Google Sheets spreadsheets',
  'https://www.googleapis.com/auth/drive': 'See, edit, create, and delete all of your Google Drive files',
  'https://www.googleapis.com/auth/drive.readonly': 'See and download all your Google Drive files',
};

export type RequestedScopes = {
  /** Long names of the sign-in scopes. */
  signIn: string[];
  /** Scopes that a person may untick. */
  optional: string[];
  unknown: string[];
};

/** Sorts the `scope` parameter of a consent request. */
export const parseScopes = (text: string): RequestedScopes => {
  const scopes = [...new Set(text.split(' ').filter(Boolean))];
  const signIn = scopes.map((scope) => signInScopes[scope]).filter((scope) => scope !== undefined);
  return {
    signIn: [...new Set(signIn)],
    optional: scopes.filter((scope) => scope in scopeLabels),
    unknown: scopes.filter((scope) => !(scope in scopeLabels) && !(scope in signInScopes)),
  };
};

export const scopeLabel = (scope: string): string => scopeLabels[scope] ?? scope;
