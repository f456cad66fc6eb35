export const read = 'Marked as read';
/** Shown instead of one message each when many notifications arrived while the app was closed or offline. */
export const more = (count: number) => `${count} more ${count === 1 ? 'notification' : 'notifications'} under the bell`;
export const loadFailed = 'The notifications could not be read';
export const none = 'No notifications yet';
