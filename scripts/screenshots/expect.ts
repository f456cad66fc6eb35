import { expect as impatient } from '@playwright/test';

/** Nobody measures here: a busy machine gets the time it needs. */
export const expect = impatient.configure({ timeout: 60_000 });
