import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import { checkedId, collectPages, largestPage } from '#server/providers/tiktok/client.ts';
import type { TikTokClient } from '#server/providers/tiktok/client.ts';
import { form, subscribedData, subscriptionsData, taskData } from './leadTypes.ts';
import type { Form, Subscription, Task } from './leadTypes.ts';
import { nothing } from '#server/providers/tiktok/types.ts';

/** TikTok: largest page size of forms. */
const largestFormPage = 100;

/** TikTok: stores leads in three silos by the person's residence. A call sees one silo; the wrong one looks empty. */
export const silos = ['eu', 'us', 'elsewhere'] as const;
export type Silo = (typeof silos)[number];

/** An export of a form's leads from one silo. */
export type ExportOrder = { advertiserId: string; formId: string; silo: Silo };

export type TikTokLeadApi = ReturnType<typeof createTikTokLeadApi>;

/** Calls for lead forms, lead exports and subscriptions. */
export const createTikTokLeadApi = ({ app, once, patiently, download, getAll }: TikTokClient) => {
  const callTask = (call: PlatformCall, order: ExportOrder, more: Record<string, string>): Promise<Task> => {
    const json = { advertiser_id: checkedId(order.advertiserId), page_id: order.formId, ...more };
    const request = { path: '/page/lead/task/', json, headers: siloHeaders(order.silo), isAccountCall: true };
    return patiently(call, request, taskData);
  };

  return {
    listForms: (call: PlatformCall, advertiserId: string): Promise<Form[]> =>
      getAll(
        call,
        '/page/get/',
        { advertiser_id: checkedId(advertiserId), business_type: 'LEAD_GEN' },
        form,
        largestFormPage,
      ),

    /** Starts an export. An extra export does no harm, so this is retried. */
    createTask: (call: PlatformCall, order: ExportOrder): Promise<Task> => callTask(call, order, {}),

    /** TikTok: the same URL returns the status of an export. */
    readTask: (call: PlatformCall, order: ExportOrder, taskId: string): Promise<Task> =>
      callTask(call, order, { task_id: taskId }),

    /** TikTok: keeps the file for ten minutes. */
    downloadFile: (call: PlatformCall, order: ExportOrder, taskId: string): Promise<Buffer> =>
      download(call, {
        path: '/page/lead/task/download/',
        parameters: { advertiser_id: checkedId(order.advertiserId), task_id: taskId },
        headers: siloHeaders(order.silo),
        isAccountCall: true,
      }),

    /** Subscriptions of the whole app. TikTok: the response can contain tokens. */
    listSubscriptions: (signal?: AbortSignal): Promise<Subscription[]> =>
      collectPages(largestPage, async (paging) => {
        const parameters = { ...app, subscribe_entity: 'LEAD', ...paging };
        const request = { path: '/subscription/get/', parameters, signal };
        const { subscriptions, page_info: pageInfo } = await once(request, subscriptionsData);
        return { items: subscriptions, pageInfo };
      }),

    /** Subscribes to all forms of an advertiser. TikTok: two subscriptions deliver twice, so this is never retried. */
    async subscribe(call: PlatformCall, advertiserId: string, callbackUrl: string): Promise<string> {
      const json = {
        ...app,
        subscribe_entity: 'LEAD',
        callback_url: callbackUrl,
        subscription_detail: {
          access_token: call.accessToken,
          advertiser_id: checkedId(advertiserId),
          lead_source: 'INSTANT_FORM',
        },
      };
      const request = { path: '/subscription/subscribe/', json, isAccountCall: true, signal: call.signal };
      return (await once(request, subscribedData)).subscription_id;
    },

    async unsubscribe(subscriptionId: string, signal?: AbortSignal): Promise<void> {
      const json = { ...app, subscription_id: subscriptionId };
      await once({ path: '/subscription/unsubscribe/', json, signal }, nothing);
    },
  };
};

const siloHeaders = (silo: Silo): Record<string, string> => (silo === 'elsewhere' ? {} : { 'x-lead-region': silo });
