import { noValue } from '#client/lib/format.ts';
import { linkStyles } from './linkStyles.ts';

/** An address as a link; only when it is one, since text of strangers may stand in its place. */
export const EmailLink = ({ address }: { address: string }) =>
  /^[^\s@:/?#]+@[^\s@:/?#]+$/.test(address) ? (
    <a href={`mailto:${address}`} className={linkStyles}>
      {address}
    </a>
  ) : (
    address || noValue
  );
