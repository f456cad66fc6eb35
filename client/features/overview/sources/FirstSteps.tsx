import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#client/components/layout/Card.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { cn } from '#client/lib/cn.ts';
import { Link } from 'react-router-dom';
import { useUserStore } from '#client/stores/userStore.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';

type StepState = 'done' | 'current' | 'later';

type StepProps = { number: number; state: StepState; title: string; hint: string; children?: ReactNode };

const marks: Record<StepState, string> = {
  done: 'border-transparent bg-success-tint text-success',
  current: 'border-transparent bg-accent text-on-accent',
  later: 'border-control text-muted',
};

const Step = ({ number, state, title, hint, children }: StepProps) => (
  <li aria-current={state === 'current' ? 'step' : undefined} className="flex gap-3">
    <span
      aria-hidden="true"
      className={cn('grid size-6 shrink-0 place-items-center rounded-full border text-xs font-semibold', marks[state])}
    >
      {state === 'done' ? <Check className="size-3.5" /> : number}
    </span>
    <div>
      <p className={cn('leading-6 font-medium', state === 'later' && 'text-muted')}>
        {title}
        {state === 'done' && <span className="sr-only"> (done)</span>}
      </p>
      <p className="text-[13px] text-pretty text-muted">{hint}</p>
      {children}
    </div>
  </li>
);

/** Steps to the first metrics, with progress. Renders nothing after the last step. */
export const FirstSteps = () => {
  const connected = useUserStore((user): PlatformId | undefined => platformIds.find((platform) => user[platform]));
  const hasDefaults = useUserStore((user) => platformIds.some((platform) => user.defaultAccounts[platform].length > 0));
  const isConnected = connected !== undefined;
  if (isConnected && hasDefaults) return null;
  return (
    <Card>
      <h2 className="font-semibold">Three steps to your figures</h2>
      <ol className="mt-3 grid gap-x-6 gap-y-3 md:grid-cols-3">
        <Step
          number={1}
          state={isConnected ? 'done' : 'current'}
          title="Connect a platform"
          hint="Select it below and grant access to its ads."
        />
        <Step
          number={2}
          state={hasDefaults ? 'done' : isConnected ? 'current' : 'later'}
          title="Pick ad accounts"
          hint="Tick the ones you work with and set them as default."
        >
          {connected !== undefined && (
            <Link to={routes[connected].path} className={cn(linkStyles, 'mt-1 inline-block text-[13px]')}>
              Pick {platformNames[connected]} accounts
            </Link>
          )}
        </Step>
        <Step
          number={3}
          state="later"
          title="Look at the data"
          hint="Campaigns and leads, day by day, and in Google Sheets."
        />
      </ol>
    </Card>
  );
};
