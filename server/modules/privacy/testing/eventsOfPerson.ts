import { listNotifications } from '#shared/contracts/notifications.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { TestApi } from '#server/testing/startTestApi.ts';

/** What a person was told, newest first. */
export const eventsOfPerson = async (api: TestApi, { token }: { token: string }): Promise<Notification[]> =>
  (await api.request(listNotifications, { token })).body.data;
