import type { SiteInfo } from '#shared/siteInfo.ts';

/** Whom to write to, to stand after "Write to": the operator's address, else how people know the operator. */
export const OperatorContact = ({ site: { contactEmail } }: { site: SiteInfo }) =>
  contactEmail === null ? (
    'the person or organisation who gave you this address'
  ) : (
    <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
  );
