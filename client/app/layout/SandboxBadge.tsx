import { Badge } from '#client/components/values/Badge.tsx';

export const SandboxBadge = () => (
  <Badge tone="warning" title="Google, Facebook and TikTok are simulated by the sandbox">
    Sandbox
  </Badge>
);
