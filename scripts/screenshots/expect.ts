import { expect as impatient } from '@playwright/test';

/** A long timeout for busy machines, because nothing is measured here. */
export const expect = impatient.configure({ timeout: 60_000 });
