import { Button } from '#client/components/buttons/Button.tsx';

type SettingRowProps = { title: string; text: string; label: string; onClick: () => void };

/** A row of a card in Settings, with the button that opens its dialog. */
export const SettingRow = ({ title, text, label, onClick }: SettingRowProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-hairline py-3 first:border-t-0 last:pb-0">
    <div className="min-w-0 flex-1 basis-52">
      <p className="font-medium">{title}</p>
      <p className="text-[13px] text-muted">{text}</p>
    </div>
    <Button size="sm" onClick={onClick} className="max-sm:w-full">
      {label}
    </Button>
  </div>
);
