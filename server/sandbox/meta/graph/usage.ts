import type { Response } from 'express';
import type { SandboxClock } from '../../support/clock.ts';
import { GraphError } from './GraphError.ts';

/** The owner of the call's quota in `X-Business-Use-Case-Usage`. */
export type UsageType = 'ads_insights' | 'ads_management' | 'leadgen';

export type MetaUsage = ReturnType<typeof createUsage>;

const tier = 'standard_access';

/** Meta: one header contains the wait in minutes, the other in seconds. There is no `Retry-After`. */
export const setUsageHeaders = (
  response: Response,
  payerId: string,
  type: UsageType,
  percent: number,
  waitMinutes: number,
): void => {
  const businessUse = {
    type,
    call_count: percent,
    total_cputime: percent,
    total_time: percent,
    estimated_time_to_regain_access: waitMinutes,
    ads_api_access_tier: tier,
  };
  response.set('X-Business-Use-Case-Usage', JSON.stringify({ [payerId]: [businessUse] }));
  if (type === 'leadgen') return;
  response.set(
    'X-Ad-Account-Usage',
    JSON.stringify({ acc_id_util_pct: percent, reset_time_duration: waitMinutes * 60, ads_api_access_tier: tier }),
  );
};

const limitCode: Record<UsageType, number> = { ads_insights: 80000, ads_management: 80004, leadgen: 80005 };

export const tooManyCalls = (type: UsageType): GraphError => {
  const code = limitCode[type];
  const message = `(#${code}) There have been too many calls to this ${type === 'leadgen' ? 'Page' : 'ad-account'}.`;
  return new GraphError(code, `${message} Wait a bit and try again.`, { subcode: 2446079 });
};

/**
 * The used quota of each ad account and Page. At 100 percent, calls are refused until the given minutes are over. Without
 * minutes, they are refused until the usage is set again.
 */
export const createUsage = (clock: SandboxClock) => {
  let percent = 1;
  let regainAt: number | undefined;

  /** Minutes until calls are accepted again, rounded up because Meta's header has whole minutes. */
  const waitMinutes = (): number =>
    regainAt === undefined ? 0 : Math.max(0, Math.ceil((regainAt - clock.now()) / 60_000));

  return {
    set(newPercent: number, regainMinutes?: number): void {
      percent = newPercent;
      regainAt = regainMinutes === undefined ? undefined : clock.now() + regainMinutes * 60_000;
    },

    /** Sets the usage headers for a call on an account or a Page. Throws if the quota is used up. */
    charge(response: Response, payerId: string, type: UsageType): void {
      if (regainAt !== undefined && regainAt <= clock.now()) {
        percent = 0;
        regainAt = undefined;
      }
      setUsageHeaders(response, payerId, type, percent, waitMinutes());
      if (percent < 100) return;
      throw tooManyCalls(type);
    },
  };
};
