import { cn } from '#client/lib/cn.ts';
import { linkStyles } from './linkStyles.ts';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { mailtoOf } from './mailtoOf.ts';

/** An address that can be written to. Any other text stays text. */
export const EmailLink = ({ address }: { address: string }) => {
  if (address === '') return <NoValue />;
  const mailto = mailtoOf(address);
  return mailto === null ? (
    address
  ) : (
    <a href={mailto} className={cn(linkStyles, 'pointer-coarse:py-3.5')}>
      {address}
    </a>
  );
};
