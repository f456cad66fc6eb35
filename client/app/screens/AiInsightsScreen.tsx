import { Sparkles } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { Findings } from '#client/features/findings/Findings.tsx';
import { useIsCompact } from '#client/lib/hooks/useMediaQuery.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { WithConnection } from './WithConnection.tsx';

const BudgetsDialog = lazyScreen(
  async () => (await import('#client/features/findings/budgets/BudgetsDialog.tsx')).BudgetsDialog,
);

const title = 'AI Insights';

const Connected = () => {
  const [isPlanning, setIsPlanning] = useState(false);
  const plan = (): void => setIsPlanning(true);
  return (
    <>
      <PageHeader title={title} actions={useIsCompact() ? undefined : <Button onClick={plan}>Budgets</Button>} />
      <Findings onBudgets={plan} />
      {isPlanning && (
        <Suspense>
          <BudgetsDialog onClose={() => setIsPlanning(false)} />
        </Suspense>
      )}
    </>
  );
};

/** Changes in accounts and leads that need attention. */
export const AiInsightsScreen = () => (
  <WithConnection title={title} Icon={Sparkles}>
    <Connected />
  </WithConnection>
);
