import { randomBytes } from 'node:crypto';

/*
 * Unique secrets and personal data, one for each input.
 */

export const mark = (name: string): string => `${name}-canary-${randomBytes(6).toString('hex')}`;
const phoneOf = (): string => `+49${randomBytes(5).readUIntBE(0, 5).toString().padStart(13, '7')}`;

/** Secrets of the environment. */
export const settings = {
  key: randomBytes(32).toString('base64'),
  operatorToken: mark('operator'),
  smtpPassword: mark('smtp'),
  verifyToken: mark('verify'),
  databasePassword: mark('database'),
};
/** Secrets and data that strangers and people send. */
export const sent = {
  password: mark('password'),
  wrongPassword: mark('wrong-password'),
  newPassword: mark('new-password'),
  credential: mark('credential'),
  cookie: mark('cookie'),
  header: mark('authorization'),
  code: mark('oauth-code'),
  state: mark('oauth-state'),
  socketToken: mark('socket-token'),
  uncaught: mark('uncaught'),
};
export const idempotencyKey = mark('idempotency');
export const account = { name: mark('account-name'), email: `${mark('account')}@example.test` };
export const stranger = { email: `${mark('stranger')}@example.test`, text: mark('stranger-text') };
export const person = (name: string) => ({
  name: mark(`${name}-name`),
  email: `${mark(name)}@example.test`,
  phone: phoneOf(),
  answer: mark(`${name}-answer`),
});
export const formLead = person('form-lead');
export const importedLead = person('imported-lead');
export const sheetLead = person('sheet-lead');
export const exportedRow = person('exported-row');
/** Stored for a while, then deleted. */
export const erasedLead = person('erased-lead');
export const deletedAccount = { name: mark('deleted-name'), email: `${mark('deleted')}@example.test` };
export const sheetId = mark('sheet');

/** Secrets must not be stored in any column. */
export const secretMarks: Record<string, string[]> = Object.fromEntries(
  Object.entries({ ...settings, ...sent }).map(([name, value]) => [name, [value]]),
);

/** Personal data may only be in its own columns. */
export const personalMarks = {
  account: [account.name, account.email],
  strangers: [stranger.email, stranger.text],
  formLead: Object.values(formLead),
  importedLead: Object.values(importedLead),
  sheetLead: Object.values(sheetLead),
  exportedRow: Object.values(exportedRow),
  erasedLead: Object.values(erasedLead),
  deletedAccount: Object.values(deletedAccount),
  sheet: [sheetId],
  idempotencyKey: [idempotencyKey],
};
