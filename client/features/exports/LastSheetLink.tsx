import { ExternalLink } from 'lucide-react';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { cn } from '#client/lib/cn.ts';
import { useExportsStore } from './state/exportsStore.ts';

/**
 * Link to the newest sheet, in case the person missed the toast's button. Hidden where space is short, because the list
 * of exports has the link too.
 */
export const LastSheetLink = () => {
  const url = useExportsStore((exports) => exports.lastSheetUrl);
  if (url === null) return null;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={cn(buttonStyles({}), 'max-xl:hidden')}>
      <ExternalLink aria-hidden="true" className="-ml-0.5 size-4" />
      Last sheet
    </a>
  );
};
