import { listNotifications } from '#shared/contracts/notifications.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

/** The notifications of a person, newest first. */
export const eventsOfPerson = async (api: TestApi, { token }: { token: string }): Promise<Notification[]> =>
  (await api.request(listNotifications, { token })).body.data;
