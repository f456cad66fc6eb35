export const read = 'Marked as read';
