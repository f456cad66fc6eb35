import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Banner } from './Banner.tsx';

type StaleBannerProps = {
  onRetry: () => void;
  isRetrying: boolean;
  /** Names the outdated content, if not a list. */
  children?: ReactNode;
};

/** Shown above older content that could not be reloaded. */
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
