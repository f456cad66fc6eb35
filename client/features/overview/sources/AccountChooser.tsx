import { ArrowRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#client/components/buttons/Button.tsx';
import { Card } from '#client/components/layout/Card.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { cn } from '#client/lib/cn.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';

/** Selects a platform and opens its screen. */
export const AccountChooser = () => {
  const navigate = useNavigate();
  const headingId = useId();
  const [chosen, setChosen] = useState<PlatformId | null>(null);
  const handleNext = (): void => {
    if (chosen !== null) void navigate(routes[chosen].path);
  };
  return (
    <Card className="flex flex-col">
      <h2 id={headingId} className="font-semibold">
        Select Your Account
      </h2>
      <p className="mt-0.5 text-[13px] text-muted">Choose the platform you want to work with.</p>
      <fieldset aria-labelledby={headingId} className="mt-4 grid grow gap-2 sm:grid-cols-3">
        {platformIds.map((platform) => (
          <button
            key={platform}
            type="button"
            aria-pressed={platform === chosen}
            onClick={() => setChosen(platform)}
            className={cn(
              'flex min-h-14 items-center gap-3 rounded-md border px-4 text-left font-medium transition-colors duration-100 lg:flex-col lg:justify-center',
              platform === chosen
                ? 'border-accent-text bg-accent-tint text-accent-text ring-1 ring-accent-text'
                : 'border-control/60 hover:border-control hover:bg-hover',
            )}
          >
            <PlatformIcon platform={platform} className="size-6 shrink-0 text-fg" />
            {platformNames[platform]}
          </button>
        ))}
      </fieldset>
      <div className="mt-auto flex justify-end pt-4">
        <Button variant="primary" disabled={chosen === null} onClick={handleNext}>
          Next
          <ArrowRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </Card>
  );
};
