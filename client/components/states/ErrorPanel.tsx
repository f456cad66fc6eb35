import { CircleAlert } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';

type ErrorPanelProps = { message: string; onRetry?: () => void; retryLabel?: string; isRetrying?: boolean };

/** Replaces content that could not be loaded. The rest of the screen keeps working. */
export const ErrorPanel = ({ message, onRetry, retryLabel = 'Retry', isRetrying }: ErrorPanelProps) => (
  <div
    role="alert"
    className="grid justify-items-center gap-3 rounded-md border border-hairline bg-surface px-4 py-10 text-center"
  >
    <CircleAlert aria-hidden="true" className="size-6 stroke-[1.5] text-danger" />
    <p className="max-w-md text-pretty">{message}</p>
    {onRetry && (
      <Button onClick={onRetry} isBusy={isRetrying} size="sm">
        {retryLabel}
      </Button>
    )}
  </div>
);
