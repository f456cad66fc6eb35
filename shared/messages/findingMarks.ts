import type { FindingMark } from '../findings.ts';

const texts: Readonly<Record<FindingMark, string>> = {
  seen: 'Marked as seen',
  expected: 'Marked as expected. It will not be reported again for this cause.',
  fixed: 'Marked as fixed. It is reported again if it comes back.',
};

/** `null`: the mark was removed. */
export const marked = (mark: FindingMark | null): string => (mark === null ? 'Mark removed' : texts[mark]);
