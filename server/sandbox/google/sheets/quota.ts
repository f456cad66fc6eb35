import type { SandboxClock } from '../../support/clock.ts';
import { GoogleApiError } from '../apiError.ts';

export type SheetsQuota = ReturnType<typeof createSheetsQuota>;

export const quotaExceeded = (kind: 'read' | 'write', limit: number): GoogleApiError => {
  const name = kind === 'read' ? 'Read' : 'Write';
  return new GoogleApiError(
    'RESOURCE_EXHAUSTED',
    `Quota exceeded for quota metric '${name} requests' and limit '${name} requests per minute per user' of service ` +
      "'sheets.googleapis.com' for consumer 'project_number:481516234200'.",
    [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'RATE_LIMIT_EXCEEDED',
        domain: 'googleapis.com',
        metadata: {
          service: 'sheets.googleapis.com',
          consumer: 'projects/481516234200',
          quota_location: 'global',
          quota_metric: `sheets.googleapis.com/${kind}_requests`,
          quota_limit: `${name}RequestsPerMinutePerUser`,
          quota_limit_value: String(limit),
        },
      },
      {
        '@type': 'type.googleapis.com/google.rpc.Help',
        links: [
          {
            description: 'Request a higher quota limit.',
            url: 'https://cloud.google.com/docs/quota#requesting_higher_quota',
          },
        ],
      },
    ],
  );
};

/** Google's limits per minute, user and project: 60 reads and 60 writes. The count restarts every minute. */
export const createSheetsQuota = (clock: SandboxClock) => {
  const limits = { readsPerMinute: 60, writesPerMinute: 60 };
  let minute = 0;
  let spent = new Map<string, number>();
  return {
    /** Counts a call of a grant. @throws Google's 429 when the quota of the minute is used up */
    spend(grantId: string, kind: 'read' | 'write'): void {
      const currentMinute = Math.floor(clock.now() / 60_000);
      if (currentMinute !== minute) {
        minute = currentMinute;
        spent = new Map();
      }
      const key = `${kind} ${grantId}`;
      const count = (spent.get(key) ?? 0) + 1;
      const limit = kind === 'read' ? limits.readsPerMinute : limits.writesPerMinute;
      if (count > limit) throw quotaExceeded(kind, limit);
      spent.set(key, count);
    },
    set(changed: Partial<typeof limits>): void {
      Object.assign(limits, changed);
    },
    limits: () => ({ ...limits }),
  };
};
