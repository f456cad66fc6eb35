import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Banner } from './Banner.tsx';

type StaleBannerProps = {
  onRetry: () => void;
  isRetrying: boolean;
  /** What is out of date, where it is not a list. */
  children?: ReactNode;
};

/** Over content that could not be read again: what was read before stays. */
export const StaleBanner = ({
  onRetry,
  isRetrying,
  children = 'The list could not be read again. These rows may be out of date.',
}: StaleBannerProps) => (
  <Banner tone="warning">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p>{children}</p>
      <Button size="sm" onClick={onRetry} isBusy={isRetrying}>
        Retry
      </Button>
    </div>
  </Banner>
);
