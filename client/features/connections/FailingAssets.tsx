import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { ConnectionAsset } from '#shared/contracts/connections.ts';
import { asSentence } from './asSentence.ts';

/** Longer lists are folded. */
const openCount = 3;

const kindNames = { ad_account: 'Ad account', lead_page: 'Leads of' } as const;

const AssetList = ({ assets }: { assets: readonly ConnectionAsset[] }) => (
  <ul className="mt-1 grid gap-1">
    {assets.map(({ kind, id, name, reason, lastReadAt }) => (
      <li key={`${kind} ${id}`} className="text-pretty break-words">
        <span className="font-medium">
          {kindNames[kind]} {name || id}
        </span>
        {reason !== null && `: ${asSentence(reason)}`}
        {lastReadAt !== null && (
          <>
            {' '}
            <span title={formatLongDateTime(lastReadAt)}>Last read {formatRelative(lastReadAt)}.</span>
          </>
        )}
      </li>
    ))}
  </ul>
);

/** Assets of a working connection that cannot be read, each with its reason. Renders nothing if every asset works. */
export const FailingAssets = ({ assets }: { assets: readonly ConnectionAsset[] }) => {
  const failing = assets.filter(({ state }) => state === 'failing');
  if (failing.length === 0) return null;
  const title = `${failing.length} of ${assets.length} ad accounts and lead pages could not be read`;
  if (failing.length <= openCount)
    return (
      <>
        <p className="font-medium">{title}</p>
        <AssetList assets={failing} />
      </>
    );
  return (
    <details>
      <summary className="cursor-pointer rounded-sm font-medium">{title}</summary>
      <AssetList assets={failing} />
    </details>
  );
};
