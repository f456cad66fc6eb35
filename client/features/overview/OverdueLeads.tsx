import { Link } from 'react-router-dom';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { Banner } from '#client/components/states/Banner.tsx';
import { addressOf } from '#client/lib/address/address.ts';
import { leadsParams } from '#client/lib/address/leadsAddress.ts';
import { formatInteger } from '#client/lib/format.ts';
import { formatDuration } from '#client/lib/formatDuration.ts';
import type { Overview } from '#shared/contracts/overview.ts';
import { routes } from '#shared/routes.ts';

const minuteMs = 60_000;
const address = addressOf(routes.leads.path, leadsParams, { tab: 'all', response: ['overdue'] });

/** Count of leads that have waited longer than the workspace's goal, with a link to them. */
export const OverdueLeads = ({ overdue }: Pick<Overview, 'overdue'>) =>
  overdue && overdue.leads > 0 ? (
    <Banner tone="warning">
      {overdue.leads === 1 ? 'A lead has' : `${formatInteger(overdue.leads)} leads have`} waited longer than{' '}
      {formatDuration(overdue.minutes * minuteMs)} for a first response.{' '}
      <Link to={address} className={linkStyles}>
        {overdue.leads === 1 ? 'Show the lead' : 'Show the leads'}
      </Link>
    </Banner>
  ) : null;
