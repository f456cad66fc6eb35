import { useMutation } from '@tanstack/react-query';
import { Check, ChevronDown, Download } from 'lucide-react';
import type { Action } from '#client/components/actions/Action.ts';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Menu, menuItemStyles } from '#client/components/overlays/Menu.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { cn } from '#client/lib/cn.ts';
import { downloadCsv } from '#client/lib/csv/downloadCsv.ts';
import type { CsvFormat } from '#client/lib/csv/writeCsv.ts';
import { tabulateCampaigns } from '#shared/contracts/campaigns.ts';
import type { CampaignTableQuery } from '#shared/contracts/campaigns.ts';
import { messages } from '#shared/messages.ts';
import { campaignCsv } from './campaignCsv.ts';
import { chooseCsvFormat, csvFormatIds, csvFormats, useCsvFormat } from './csvFormat.ts';
import { levelTitles } from './words.ts';

type DownloadOrder = { query: CampaignTableQuery; format: CsvFormat };

const download = async ({ query, format }: DownloadOrder): Promise<void> => {
  const { data } = await call(tabulateCampaigns, { query });
  const level = levelTitles[query.level ?? 'campaign'].toLowerCase().replace(' ', '-');
  // Excel needs the byte order mark to detect UTF-8.
  downloadCsv(`\uFEFF${campaignCsv(data, format)}`, `${level}-${query.since}-${query.until}.csv`);
};

type CsvButtonProps = { query: CampaignTableQuery; isEmpty: boolean };

const useCsvDownload = () =>
  useMutation({ mutationFn: download, onError: (error) => notify.failure(error, messages.campaigns.notTaken) });

/** The download as actions, one for each format. */
export const useCsvActions = ({ query, isEmpty }: CsvButtonProps): Action[] => {
  const selected = useCsvFormat();
  const { mutate, isPending } = useCsvDownload();
  return csvFormatIds
    .toSorted((a, b) => Number(b === selected) - Number(a === selected))
    .map((id) => ({
      key: `csv ${id}`,
      label: `CSV: ${csvFormats[id].title.toLowerCase()}`,
      icon: <Download aria-hidden="true" />,
      isDisabled: isEmpty || isPending,
      onSelect: () => {
        chooseCsvFormat(id);
        mutate({ query, format: csvFormats[id].format });
      },
    }));
};

/** Downloads all rows of the filter with the visible columns, in the format that the menu beside it selects. */
export const CsvButton = ({ query, isEmpty }: CsvButtonProps) => {
  const selected = useCsvFormat();
  const { mutate, isPending } = useCsvDownload();
  return (
    <div className="flex">
      <Button
        icon={<Download />}
        disabled={isEmpty}
        isBusy={isPending}
        className="rounded-r-none"
        onClick={() => mutate({ query, format: csvFormats[selected].format })}
      >
        CSV
      </Button>
      <Menu
        label={`File format: ${csvFormats[selected].title}`}
        trigger={<ChevronDown aria-hidden="true" className="size-4 text-muted" />}
        triggerClassName={cn(buttonStyles({ size: 'icon' }), '-ml-px rounded-l-none')}
        className="left-0 w-52"
      >
        {(close) =>
          csvFormatIds.map((id) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === selected}
              className={menuItemStyles}
              onClick={() => {
                close();
                chooseCsvFormat(id);
              }}
            >
              <Check aria-hidden="true" className={id === selected ? undefined : 'invisible'} />
              {csvFormats[id].title}
            </button>
          ))
        }
      </Menu>
    </div>
  );
};
