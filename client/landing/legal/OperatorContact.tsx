import type { SiteInfo } from '#shared/siteInfo.ts';

/** Completes "Write to": the operator's address, else the person who provided the install's address. */
export const OperatorContact = ({ site: { contactEmail } }: { site: SiteInfo }) =>
  contactEmail === null ? (
    'the person or organization who gave you this address'
  ) : (
    <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
  );
