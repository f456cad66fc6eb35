import type { TikTokGrants } from '../grants.ts';
import { TikTokError } from '../TikTokError.ts';
import type { TikTokLead } from './leadStore.ts';

export type Subscription = {
  readonly id: string;
  readonly callbackUrl: string;
  readonly accessToken: string;
  readonly advertiserId: string;
  /** Undefined for all forms of the advertiser. */
  readonly pageId: string | undefined;
};

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>;

const firstNumber = 777;

/** Lead subscriptions. TikTok: subscribing twice creates two subscriptions, so every lead is delivered twice. */
export const createSubscriptionStore = (grants: TikTokGrants) => {
  const subscriptions = new Map<string, Subscription>();
  let madeCount = 0;

  return {
    add(order: Omit<Subscription, 'id'>): Subscription {
      const subscription = { ...order, id: `7400000000${String(firstNumber + madeCount).padStart(9, '0')}` };
      madeCount += 1;
      subscriptions.set(subscription.id, subscription);
      return subscription;
    },

    list: (): Subscription[] => [...subscriptions.values()],

    remove(id: string): void {
      if (!subscriptions.delete(id)) throw new TikTokError(40007, `Subscription ${id} does not exist.`);
    },

    /** TikTok: a subscription with an invalid token stays in the list but sends nothing. */
    listenersOf: ({ form }: TikTokLead): Subscription[] =>
      [...subscriptions.values()].filter(
        ({ accessToken, advertiserId, pageId }) =>
          advertiserId === form.advertiser.id && (pageId ?? form.id) === form.id && grants.isAlive(accessToken),
      ),
  };
};
