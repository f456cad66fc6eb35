export const failed = 'The figures could not be loaded';
