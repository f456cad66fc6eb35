export const read = 'Marked as read';
/** Those that came while nobody was there, and are too many for a message each. */
export const more = (count: number) => `${count} more ${count === 1 ? 'notice' : 'notices'} under the bell`;
export const loadFailed = 'The notifications could not be read';
export const none = 'No notifications yet';
