import { Megaphone, Sparkles } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Card } from '#client/components/layout/Card.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';

/** Title and icon only. The specification allows no other text. */
const PlaceholderScreen = ({ title, Icon }: { title: string; Icon: LucideIcon }) => (
  <>
    <PageHeader title={title} />
    <Card className="grid min-h-[min(24rem,50dvh)] place-items-center border-dashed">
      <Icon aria-hidden="true" className="size-10 stroke-1 text-control" />
    </Card>
  </>
);

export const CampaignsScreen = () => <PlaceholderScreen title="Campaigns" Icon={Megaphone} />;
export const AiInsightsScreen = () => <PlaceholderScreen title="AI Insights" Icon={Sparkles} />;
