import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { downloadCsv } from '#client/lib/csv/downloadCsv.ts';
import { writeCsv } from '#client/lib/csv/writeCsv.ts';
import { tabulateCampaigns } from '#shared/contracts/campaigns.ts';
import type { CampaignTableQuery } from '#shared/contracts/campaigns.ts';
import { messages } from '#shared/messages.ts';
import { levelTitles } from './words.ts';

const download = async (query: CampaignTableQuery): Promise<void> => {
  const { data } = await call(tabulateCampaigns, { query });
  const level = levelTitles[query.level ?? 'campaign'].toLowerCase().replace(' ', '-');
  // Excel needs the byte order mark to detect UTF-8.
  downloadCsv(`\uFEFF${writeCsv([data.columns, ...data.rows])}`, `${level}-${query.since}-${query.until}.csv`);
};

/** Downloads all rows of the filter with the visible columns. */
export const CsvButton = ({ query, isEmpty }: { query: CampaignTableQuery; isEmpty: boolean }) => {
  const { mutate, isPending } = useMutation({
    mutationFn: download,
    onError: (error) => notify.failure(error, messages.campaigns.notTaken),
  });
  return (
    <Button icon={<Download />} disabled={isEmpty} isBusy={isPending} onClick={() => mutate(query)}>
      CSV
    </Button>
  );
};
