import { PageHeader } from '#client/components/PageHeader.tsx';

/** A screen that has a name and, so far, nothing else. */
const PlaceholderScreen = ({ title }: { title: string }) => <PageHeader title={title} />;

export const CampaignsScreen = () => <PlaceholderScreen title="Campaigns" />;
export const AiInsightsScreen = () => <PlaceholderScreen title="AI Insights" />;
