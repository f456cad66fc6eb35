import { OperatorContact } from '#client/landing/legal/OperatorContact.tsx';
import { SectionLink } from '#client/landing/legal/SectionLink.tsx';
import type { SiteInfo } from '#shared/siteInfo.ts';

export const Controller = ({ site }: { site: SiteInfo }) => (
  <>
    <p>
      “We” are the operator of this installation: the person or organization that runs Leadlight at{' '}
      <span className="wrap-anywhere">{site.origin}</span>. We decide who may use it, look after the server, its
      database and its backups, and are the controller of the data that this policy describes. To reach us, write to{' '}
      <OperatorContact site={site} />.
    </p>
    <p>
      The authors of the software are not involved. Leadlight sends them nothing: no data, no usage statistics, no error
      reports.
    </p>
    <p>
      For the leads that you collect, import or keep in sync, you or your business decide why and how they are used. We
      store them on your behalf. What this means for the people behind those leads is explained in{' '}
      <SectionLink number={6} />.
    </p>
  </>
);
