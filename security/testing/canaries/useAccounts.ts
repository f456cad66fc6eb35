import { expect } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { deleteAccount, erasePerson, listErasures } from '#shared/contracts/privacy.ts';
import { login, logout, register, resetPassword, sendOtp, socialLogin } from '#shared/contracts/users.ts';
import { account, deletedAccount, erasedLead, sent, settings, stranger } from './marks.ts';
import type { TalkativeProduct } from './talkativeProduct.ts';
import { rowOf, waitFor } from './visit.ts';
import type { Visit } from './visit.ts';

const asJson = { 'content-type': 'application/json' };

/** Uses accounts: signs in and out, also with wrong passwords, codes and credentials. */
export const useAccounts = async (product: TalkativeProduct): Promise<Visit> => {
  const { ask, call, mailServer } = product;
  const sessionTokens: string[] = [];
  const { password, newPassword, wrongPassword, credential } = sent;
  const given = { ...account, password, confirmpassword: password };
  const { body } = await call(register, { body: given });
  await call(register, { body: given });
  await call(register, {
    body: { ...given, email: `${stranger.text} is not an address`, confirmpassword: wrongPassword },
  });
  sessionTokens.push(body.data.token);
  await call(login, { body: { email: account.email, password: wrongPassword } });
  await call(login, { body: { email: stranger.email, password: wrongPassword } });
  await call(socialLogin, { body: { type: 1, token: credential } });
  await call(sendOtp, { body: { email: account.email } });
  const mail = await waitFor('the mail', async () => mailServer.mails.find((each) => each.includes(account.email)));
  const oneTimeCode = /(?<!\w)\d{6}(?!\w)/.exec(mail.slice(mail.indexOf('\r\n\r\n')))?.[0] ?? '';
  const reset = { email: account.email, newPassword, confirmPassword: newPassword };
  await call(resetPassword, { body: { ...reset, otp: oneTimeCode === '000000' ? '000001' : '000000' } });
  expect((await call(resetPassword, { body: { ...reset, otp: oneTimeCode } })).status).toBe(200);
  const again = await call(login, { body: { email: account.email, password: newPassword } });
  const me = { userId: again.body.data._id, token: again.body.data.token };
  const other = await call(login, { body: { email: account.email, password: newPassword } });
  sessionTokens.push(me.token, other.body.data.token);
  await call(logout, { token: other.body.data.token });
  // The right operator token, and a wrong one.
  for (const token of [settings.operatorToken, sent.header]) {
    const headers = { authorization: `Bearer ${token}` };
    await ask('/readyz', { headers });
    await ask('/operator', { method: 'POST', body: new URLSearchParams({ token }) });
  }
  // An unknown call, invalid JSON, an invalid session.
  await ask(`/api/user/profile?email=${account.email}`, { headers: { authorization: `Bearer ${sent.header}` } });
  await ask('/api/user/login', { method: 'POST', headers: asJson, body: `{"email": "${stranger.email}", "pass` });
  await ask('/api/meta-custom-leads', {
    method: 'POST',
    headers: { ...asJson, authorization: `Bearer ${me.token}` },
    body: `{"leads": [{"name": "${stranger.text}"}, {"name": ]}`,
  });
  return { ...product, me, sessionTokens, oneTimeCode };
};

/** Erases a lead, deletes an account, and sends forged Meta requests. */
export const eraseSome = async ({ ask, call, me, sessionTokens }: Visit): Promise<void> => {
  const { token } = me;
  await call(saveCustomLeads, { token, body: { leads: [{ id: 'l2', ...rowOf(erasedLead) }] } });
  await call(erasePerson, { token, body: { email: erasedLead.email, phone: erasedLead.phone } });
  const receipts = async () => (await call(listErasures, { token })).body.data;
  await waitFor('the erasure', async () => {
    const [receipt] = await receipts();
    return receipt !== undefined && receipt.finishedAt !== null;
  });

  const { password } = sent;
  const { body } = await call(register, { body: { ...deletedAccount, password, confirmpassword: password } });
  sessionTokens.push(body.data.token);
  await call(deleteAccount, { token: body.data.token, body: { email: stranger.email } });
  await call(deleteAccount, { token: body.data.token, body: { email: deletedAccount.email } });
  for (const path of ['/webhooks/meta/deauthorize', '/webhooks/meta/data-deletion'])
    await ask(path, {
      method: 'POST',
      body: new URLSearchParams({ signed_request: `${sent.header}.${stranger.text}` }),
    });
};
