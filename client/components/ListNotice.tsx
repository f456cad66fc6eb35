import { Notice } from './Notice.tsx';
import { StaleNotice } from './StaleNotice.tsx';

type ListNoticeProps = {
  hasRows: boolean;
  /** The browser is offline, and the question waits for the network. */
  isPaused: boolean;
  isFailed: boolean;
  onRetry: () => void;
  isRetrying: boolean;
};

/** Over a list, when its rows are not those that were asked for. */
export const ListNotice = ({ hasRows, isPaused, isFailed, ...retry }: ListNoticeProps) => (
  <output className="[&:empty]:hidden">
    {isPaused ? (
      <Notice tone="warning">
        You’re offline. {hasRows && 'These rows are from before. '}The list loads as soon as you are online again.
      </Notice>
    ) : (
      isFailed && hasRows && <StaleNotice {...retry} />
    )}
  </output>
);
