import { deleteAccount as deleteAccountEndpoint, erasePerson, listErasures } from '#shared/contracts/privacy.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { createThrottle } from '#server/lib/throttle.ts';
import { deleteAccount } from '#server/flows/deleteAccount/deleteAccount.ts';
import { requestErasure } from './people/erasePerson.service.ts';
import { presentReceipt } from './privacy.present.ts';
import { readSoughtPerson } from './people/readSoughtPerson.ts';
import { listReceipts } from './receipts.store.ts';
import type { ReceiptRow } from './receipts.store.ts';

const receiptsPerAnswer = 50;

const describe = ({ finishedAt, counts }: ReceiptRow): string => {
  if (finishedAt === null) return messages.privacy.erasing;
  return Object.keys(counts).length === 0 ? messages.privacy.nothingFound : messages.privacy.erased;
};

/** Deletions that people can request. */
export const privacyRoutes = (context: AppContext): Route[] => {
  const tries = createThrottle(context.pool, { name: 'delete-account', limit: 10, windowSeconds: 15 * 60 });
  const erasures = createThrottle(context.pool, { name: 'erasures', limit: 30, windowSeconds: 60 * 60 });
  return [
    route(deleteAccountEndpoint, async ({ caller, body }) => {
      await tries.take(caller.userId);
      const { message } = await deleteAccount(context, caller.userId, body.email);
      return { message };
    }),

    route(erasePerson, async ({ caller, body, effectId, signal }) => {
      const person = readSoughtPerson(body);
      await erasures.take(caller.userId);
      const receipt = await requestErasure(context, caller, person, { effectId, signal });
      return { message: describe(receipt), data: presentReceipt(receipt) };
    }),

    route(listErasures, async ({ caller }) => {
      const receipts = await listReceipts(context.db, caller.userId, receiptsPerAnswer);
      return { data: receipts.map(presentReceipt) };
    }),
  ];
};
