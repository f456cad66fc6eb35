import { CopyButton } from '#client/components/buttons/CopyButton.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { webUrl } from '#client/lib/webUrl.ts';
import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';

/** A sheet's address on one line, with a copy button. */
export const SheetLink = ({ url }: Pick<SheetSync, 'url'>) => {
  const href = webUrl(url);
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span title={url} className="truncate">
        {href === null ? (
          url
        ) : (
          <a href={href} target="_blank" rel="noopener noreferrer" className={linkStyles}>
            {url}
          </a>
        )}
      </span>
      <CopyButton text={url} label="Copy URL" size="iconXs" />
    </span>
  );
};
