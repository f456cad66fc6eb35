import { Badge } from '#client/components/values/Badge.tsx';

/** Marks a lead that a platform's test tool sent. */
export const TestMark = () => (
  <Badge title="Sent by a test tool. Does not count in response times and campaigns.">Test</Badge>
);
