import { createRefresh } from '#client/lib/createRefresh.ts';
import { findingsKey } from './findingsKey.ts';

/** Reloads visible findings. */
export const refreshFindings = createRefresh(findingsKey);
