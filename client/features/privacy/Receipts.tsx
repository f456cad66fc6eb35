import { useQuery } from '@tanstack/react-query';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { formatDateTime } from '#client/lib/format.ts';
import { readList } from '#client/lib/api/readList.ts';
import { listErasures } from '#shared/contracts/privacy.ts';
import type { ErasureReceipt } from '#shared/contracts/privacy.ts';

/** Earlier deletions. Each links to a receipt page for the person who requested the deletion. */
export const Receipts = () => {
  const { data: receipts = [] } = useQuery({
    queryKey: queryKeys.erasures,
    queryFn: async ({ signal }) => readList<ErasureReceipt>(await call(listErasures, { signal }), 'data'),
    staleTime: 0,
  });
  if (receipts.length === 0) return null;
  return (
    <div className="border-t border-hairline pt-3 text-[13px]">
      <h3 className="font-medium">Receipts</h3>
      <ul className="max-h-24 overflow-y-auto text-muted">
        {receipts.map(({ code, requestedAt, finishedAt }) => (
          <li key={code}>
            <a href={`/deletion/${code}`} target="_blank" rel="noopener noreferrer" className={linkStyles}>
              {formatDateTime(requestedAt)}
            </a>
            {finishedAt === null && ', under way'}
          </li>
        ))}
      </ul>
    </div>
  );
};
