import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { clientConfig } from '#client/lib/config.ts';

/** Offers a sample sheet, in the sandbox only. A click fills in its address. */
export const SampleSheet = ({ onUse }: { onUse: (url: string) => void }) => {
  const url = clientConfig().sampleSheetUrl;
  return (
    url !== null && (
      <button type="button" className={`${linkStyles} text-left text-xs wrap-anywhere`} onClick={() => onUse(url)}>
        Use the sample sheet: {url}
      </button>
    )
  );
};
