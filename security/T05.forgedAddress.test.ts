import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct } from '#testing/startProduct.ts';
import type { Product } from '#testing/startProduct.ts';
import { openClient } from '#testing/openClient.ts';
import { newMember, newMemberAt } from './testing/strangers.ts';
import { target } from './testing/target.ts';

/** An install without a proxy in front, which trusts no forwarding header. */
let bare: Product;
beforeAll(async () => {
  bare = await startProduct({ sandbox: true });
});
afterAll(() => bare.stop());

/** The limit of wrong passwords per client and address. */
const allowance = 10;
/** Loopback addresses that no other test uses. */
const ownNumber = 205;

type Claims = (count: number) => Record<string, string>;

const spellings: Record<string, Claims> = {
  'a new address each time': (count) => ({
    'x-forwarded-for': `198.51.100.${count}`,
    forwarded: `for=198.51.100.${count}`,
    'x-real-ip': `198.51.100.${count}`,
    'x-client-ip': `198.51.100.${count}`,
    'true-client-ip': `198.51.100.${count}`,
    'cf-connecting-ip': `198.51.100.${count}`,
  }),
  'a chain that grows': (count) => ({
    'x-forwarded-for': Array.from({ length: count + 1 }, (_none, hop) => `203.0.113.${hop}`).join(', '),
  }),
  'no address at all': (count) => ({ 'x-forwarded-for': `client-${count}` }),
};

/** The statuses of wrong passwords for an address, sent one after another. */
const guess = async (url: string, clientNumber: number, email: string, claims: Claims): Promise<number[]> => {
  const client = openClient(url, clientNumber);
  const statuses: number[] = [];
  for (let count = 0; count <= allowance; count += 1) {
    const body = JSON.stringify({ email, password: 'not this one' });
    statuses.push((await client.ask('POST', '/api/user/login', { headers: claims(count), body })).status);
  }
  client.close();
  return statuses;
};

const refusedInTheEnd = [...Array<number>(allowance).fill(401), 429];

test.each(Object.entries(spellings))(
  'T05 neither nginx nor a bare install trusts forwarding headers of clients: %s',
  async (name, claims) => {
    const clientNumber = ownNumber + Object.keys(spellings).indexOf(name);
    const [behindNginx, atBare] = [await newMember(), await newMemberAt(bare.url)];
    expect(await guess(target.url, clientNumber, behindNginx.email, claims)).toEqual(refusedInTheEnd);
    expect(await guess(bare.url, clientNumber, atBare.email, claims)).toEqual(refusedInTheEnd);
  },
);

test('T05 limits count the client of a trusted proxy, and an IPv6 network as one client', async () => {
  const [ada, bob] = [await newMember(), await newMember()];
  const chain: Claims = (count) => ({ 'x-forwarded-for': `198.51.100.${count}, 203.0.113.77` });
  expect(await guess(target.webUrl, ownNumber, ada.email, chain)).toEqual(refusedInTheEnd);
  const household: Claims = (count) => ({ 'x-forwarded-for': `2001:db8:7:7:${count}::${count + 1}` });
  expect(await guess(target.webUrl, ownNumber, bob.email, household)).toEqual(refusedInTheEnd);
});
