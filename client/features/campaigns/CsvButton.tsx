import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { tabulateCampaigns } from '#shared/contracts/campaigns.ts';
import type { CampaignTableQuery } from '#shared/contracts/campaigns.ts';
import { messages } from '#shared/messages.ts';
import { levelTitles } from './words.ts';

const save = (text: string, name: string): void => {
  // Without the mark, Excel takes the text for another encoding.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

const download = async (query: CampaignTableQuery): Promise<void> => {
  const [{ data }, { unparse }] = await Promise.all([call(tabulateCampaigns, { query }), import('papaparse')]);
  // A spreadsheet program would run a name that begins like a formula.
  const csv = unparse({ fields: data.columns, data: data.rows }, { escapeFormulae: true });
  const level = levelTitles[query.level ?? 'campaign'].toLowerCase().replace(' ', '-');
  save(csv, `${level}-${query.since}-${query.until}.csv`);
};

/** Downloads all rows of the filter with the columns that are shown. */
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
