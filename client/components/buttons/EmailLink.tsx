import { cn } from '#client/lib/cn.ts';
import { linkStyles } from './linkStyles.ts';
import { NoValue } from '#client/components/values/NoValue.tsx';

/** Links only valid addresses, because strangers may have entered the text. */
export const EmailLink = ({ address }: { address: string }) =>
  /^[^\s@:/?#]+@[^\s@:/?#]+$/.test(address) ? (
    <a href={`mailto:${address}`} className={cn(linkStyles, 'pointer-coarse:py-3.5')}>
      {address}
    </a>
  ) : address === '' ? (
    <NoValue />
  ) : (
    address
  );
