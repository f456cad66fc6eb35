export const saved = 'Budget saved';
export const removed = 'Budget removed';
