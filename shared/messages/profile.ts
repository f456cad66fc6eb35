export const updated = 'Profile updated successfully';
export const failed = 'failed to update data';
export const defaultsSaved = 'Default Value Set Successfully';
