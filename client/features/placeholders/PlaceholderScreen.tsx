import { Sparkles } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#client/components/layout/Card.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';

/** Title and icons only. The specification allows no other text. */
export const PlaceholderScreen = ({
  title,
  Icon,
  action,
}: {
  title: string;
  Icon: LucideIcon;
  /** A button without visible text. */
  action?: ReactNode;
}) => (
  <>
    <PageHeader title={title} />
    <Card className="grid min-h-[min(24rem,50dvh)] place-content-center justify-items-center gap-4 border-dashed">
      <Icon aria-hidden="true" className="size-10 stroke-1 text-control" />
      {action}
    </Card>
  </>
);

export const AiInsightsScreen = () => <PlaceholderScreen title="AI Insights" Icon={Sparkles} />;
